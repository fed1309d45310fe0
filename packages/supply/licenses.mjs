/** The licenses of the npm packages in a bundle, which they want to stay with their code. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../processes/jsonFile.mjs';

const PACKAGE = /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/;
const LICENSE = /^(licen[cs]e|copying|notice)/i;

/**
 * @param files absolute paths of what is in it
 * @returns a text of all packages, each with its license files, or with the name of its license
 */
export function licensesOf(files) {
  const folders = new Set(files.map((file) => PACKAGE.exec(file)?.[0]).filter(Boolean));
  return [...folders].map(licenseOf).sort().join('\n');
}

function licenseOf(folder) {
  const { name, version, license } = readJson(path.join(folder, 'package.json'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}
