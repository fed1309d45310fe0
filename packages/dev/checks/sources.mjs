/** Reads the lines of this project's sources, without dependencies, built and generated files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';

const FOLDERS = ['apps', 'packages', 'prisma', 'test', 'docker', '.config', '.ci'];
const SOURCES = /\.(ts|tsx|mjs|js|css|prisma|sql|sh|ya?ml)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'generated']);

/** @returns {{ file: string, number: number, line: string }[]} */
export const sourceLines = () => FOLDERS.flatMap(filesIn).flatMap(linesOf);

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(file);
    return SOURCES.test(entry.name) ? [file] : [];
  });
}

const linesOf = (file) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ file, number: index + 1, line }));
