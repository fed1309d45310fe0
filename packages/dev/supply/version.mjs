#!/usr/bin/env node
/**
 * The version of the project is that of the top package.json. `npm version NAME` calls this file,
 * which writes it into the other places; `npm run check` names those that differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';

const PLACE = /(^ARG VERSION=|"version": ")([^"\n]*)/m;
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const versionIn = (file) => PLACE.exec(read(file))?.[2];

const PARTS = ['apps/*/package.json', 'packages/*/package.json', 'test/package.json'];
const LIST = ['ls-files', ...PARTS, 'docker/Dockerfile'];
const FILES = execFileSync('git', LIST, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const VERSION = versionIn('package.json');

/** @returns the files that have another version, or '' */
export const otherVersions = async () =>
  FILES.filter((file) => versionIn(file) !== VERSION)
    .map((file) => `${file}: su versión no es ${VERSION}; npm version la pone en todas partes`)
    .join('\n');

if (process.argv[1] === import.meta.filename)
  for (const file of FILES)
    writeFileSync(path.join(root, file), read(file).replace(PLACE, `$1${VERSION}`));
