/** Finds a program of the system. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** @returns the first executable with one of these names in PATH or in more folders */
export function onPath(names, more = []) {
  const env = { ...process.env, PATH: [process.env.PATH, ...more].join(path.delimiter) };
  const find = ['-c', 'for name; do command -v "$name" && exit; done', 'sh', ...names];
  return spawnSync('/bin/sh', find, { env, encoding: 'utf8' }).stdout.trim() || undefined;
}
