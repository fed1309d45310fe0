/**
 * demo.json: the addresses and credentials of the running demo. While nothing runs it is renamed,
 * not deleted: it holds the only copy of the API secret.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from '../settings/jsonFile.mjs';

const fileOf = (home) => path.join(home, 'demo.json');
const asideOf = (home) => path.join(home, 'demo.last.json');

/** Renames it before the programs are stopped, so that its absence says that nothing runs. */
export function putDemoAside(home) {
  if (existsSync(fileOf(home))) renameSync(fileOf(home), asideOf(home));
}

/** What it contained in the last run; empty before the first. */
export const lastDemo = (home) => readJson(asideOf(home)) ?? {};

/** Written last: once the file exists, everything runs. */
export function writeDemo(home, demo) {
  writeJson(fileOf(home), demo);
  rmSync(asideOf(home), { force: true });
}
