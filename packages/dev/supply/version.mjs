#!/usr/bin/env node
/**
 * The version of the project is that of the top package.json. `npm version NAME` calls this file,
 * which writes it into the other places; `npm run check` names those that differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifests, root } from '../settings/places.mjs';

const PLACE = /(^ARG VERSION=|"version": ")([^"\n]*)/m;
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const versionIn = (file) => PLACE.exec(read(file))?.[2];

const FILES = [...manifests(), 'docker/Dockerfile'];
const VERSION = versionIn('package.json');

/** @returns the files that have another version, or '' */
export const otherVersions = async () =>
  FILES.filter((file) => versionIn(file) !== VERSION)
    .map((file) => `${file}: su versión no es ${VERSION}; npm version la pone en todas partes`)
    .join('\n');

if (process.argv[1] === import.meta.filename)
  for (const file of FILES)
    writeFileSync(path.join(root, file), read(file).replace(PLACE, `$1${VERSION}`));
