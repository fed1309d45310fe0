#!/usr/bin/env node
/**
 * The version of the project is that of the top package.json. `npm version NAME` calls this file,
 * which writes it into the other places; `npm run check` names those that differ.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';

const MANIFEST = /("version": ")([^"]*)/;
const IMAGES = /(^ARG VERSION=)(.*)/m;

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const [, , version] = MANIFEST.exec(read('package.json')) ?? [];

/** @returns {(readonly [file: string, place: RegExp])[]} */
function places() {
  const parts = ['apps', 'packages'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}/package.json`),
  );
  const manifests = ['test/package.json', ...parts].filter((each) =>
    existsSync(path.join(root, each)),
  );
  return [
    ...manifests.map((file) => /** @type {const} */ ([file, MANIFEST])),
    ['docker/Dockerfile', IMAGES],
  ];
}

/** @returns the places that have another version, or '' */
export const otherVersions = async () =>
  places()
    .filter(([file, place]) => place.exec(read(file))?.[2] !== version)
    .map(([file]) => `${file}: su versión no es ${version}; npm version la pone en todas partes`)
    .join('\n');

function writeVersion() {
  for (const [file, place] of places())
    writeFileSync(path.join(root, file), read(file).replace(place, `$1${version}`));
}

if (process.argv[1] === import.meta.filename) writeVersion();
