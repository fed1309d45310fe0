/** Finds the lines that no source may have: with an unwanted word, or wider than 100 columns. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';
import { insteadOf, wordsIn } from './words.mjs';

const COLUMNS = 100;
const FOLDERS = ['apps', 'packages', 'prisma', 'test', 'docker', '.config', '.ci'];
const SOURCES = /\.(ts|tsx|mjs|js|css|prisma|sql|sh|ya?ml)$/;
/**
 * What others wrote or made, the applied migrations, which never change, and this folder, which has
 * to name the words.
 */
const SKIPPED = /(^|\/)(node_modules|dist|generated)$|^prisma\/migrations$|^packages\/dev\/checks$/;

/** Words that some files may have: a member of the JSON that callers read, the user of a system. */
const ALLOWED = [
  { word: 'solicitud_id', files: /^(packages\/contract|test)\// },
  { word: 'nobody', files: /^packages\/dev\/servers\/postgresProgram\.mjs$/ },
];

/** @returns a line for each finding, or '' */
export const unwantedLines = async () => FOLDERS.flatMap(filesIn).flatMap(findingsIn).join('\n');

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(file) ? [] : filesIn(file);
    return SOURCES.test(entry.name) ? [file] : [];
  });
}

const findingsIn = (file) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      faultsOf(file, line).map((fault) => `${file}:${index + 1}: ${fault}`),
    );

/** @param {string} file @param {string} line @returns {string[]} */
export function faultsOf(file, line) {
  const words = wordsIn(line).filter(
    (word) => !ALLOWED.some((each) => each.word === word && each.files.test(file)),
  );
  const faults = words.map((word) => `${word}${insteadOf(word)}: ${line.trim()}`);
  // a word of 80 characters is an address, base64 or a regular expression, and cannot be broken
  if ([...line].length > COLUMNS && !/\S{80}/.test(line)) faults.push(`más de ${COLUMNS} columnas`);
  return faults;
}
