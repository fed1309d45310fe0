/**
 * Refuses a lockfile that would install anything but tarballs of the registry with their recorded
 * SHA-512. pnpm itself refuses a tarball at another address and one without a hash; sources of git,
 * of a folder or of an address it takes.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../processes/places.mjs';

/** What names another registry, or runs in each install. */
const FORBIDDEN = ['.npmrc', 'apps/.npmrc', 'packages/.npmrc', '.pnpmfile.cjs', '.pnpmfile.mjs'];

/** @returns what this checkout must not have, or '' */
export async function unsafeSources() {
  const present = FORBIDDEN.filter((file) => existsSync(path.join(root, file)));
  const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  return [
    ...present.map((file) => `${file}: podría cambiar lo que se instala`),
    ...unsafeEntries(lockfile).map((entry) => `pnpm-lock.yaml: viene de otra parte: ${entry}`),
  ].join('\n');
}

/** Beside the packages; another key is a hook of the install. */
const KEYS = 'lockfileVersion settings catalogs overrides patchedDependencies'.split(' ');
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];
const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** A part of this repository. */
const LINK = /@link:(\.\.\/|(\.\.\/){1,2}(apps|packages)\/)[a-z]+$/;

/** @param {string} lockfile @returns {string[]} its keys and packages of any other source */
export function unsafeEntries(lockfile) {
  const { importers, packages, snapshots, ...more } = parse(lockfile);
  const ofRegistry = ({ resolution: { integrity, ...other } }) =>
    HASH.test(integrity) && Object.keys(other).length === 0;
  const parts = [...Object.values(importers), ...Object.values(snapshots)];
  const dependencies = parts.flatMap((part) => KINDS.flatMap((kind) => namesOf(part[kind] ?? {})));
  const names = [...Object.keys(packages), ...Object.keys(snapshots), ...dependencies];
  return [
    ...Object.keys(more).filter((key) => !KEYS.includes(key)),
    ...names.filter((name) => name.includes(':') && !LINK.test(name)),
    ...Object.keys(packages).filter((name) => !ofRegistry(packages[name])),
  ];
}

/** Each with its version, which is an address when it comes from one. */
const namesOf = (dependencies) =>
  Object.entries(dependencies).map(([name, found]) => `${name}@${found.version ?? found}`);
