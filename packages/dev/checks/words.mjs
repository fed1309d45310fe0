/** Words that stand in for work, or switch a check off: none may stay. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';

const WORDS =
  /\b(TODO|FIXME|XXX|HACK)\b|not implemented|@ts-(ignore|nocheck|expect-error)|biome-ignore lint\/suspicious\/noExplicitAny|istanbul ignore/;
const SOURCES = /\.(ts|tsx|mjs|js|css|prisma|sql|sh|ya?ml)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

/** @returns a line a word found, or '' */
export const standInWords = async () =>
  ['apps', 'packages', 'prisma', 'test', 'docker', '.config', '.ci'].flatMap(inFolder).join('\n');

function inFolder(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : inFolder(place);
    // this file has to name them
    return SOURCES.test(entry.name) && path.join(root, place) !== import.meta.filename
      ? inFile(place)
      : [];
  });
}

const inFile = (place) =>
  readFileSync(path.join(root, place), 'utf8')
    .split('\n')
    .flatMap((line, index) => (WORDS.test(line) ? [`${place}:${index + 1}: ${line.trim()}`] : []));
