/**
 * Refuses a lockfile that would install anything but the registry's tarballs with the recorded
 * hash: no git, http or file source, no tarball under an address of its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../settings/places.mjs';

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const NAME_AND_VERSION = /^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/;
/** A version, with the peers that it was resolved with in parentheses. */
const VERSION = /^((@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+[\w.+-]*(\(.*\))?$/;
/** A part of this repository. */
const PART = /^(apps|packages)\/[a-z]+$/;

/** @returns what the lockfile of this checkout must not have, or '' */
export async function unsafeSources() {
  const present = (files) => files.filter((file) => existsSync(path.join(root, file)));
  const npmrc = present(['.npmrc', 'apps/.npmrc', 'packages/.npmrc']);
  const hooks = present(['.pnpmfile.cjs', '.pnpmfile.mjs']);
  const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  return [
    ...npmrc.map((file) => `${file}: podría nombrar otro registro`),
    ...hooks.map((file) => `${file}: pnpm lo ejecuta en cada instalación`),
    ...unsafe(lockfile),
  ].join('\n');
}

/** @param {string} text of a lockfile */
export function unsafe(text) {
  const { importers = {}, packages = {}, snapshots = {} } = parse(text);
  return [
    ...Object.entries(packages).flatMap(unsafePackage),
    ...Object.entries(importers).flatMap(([part, groups]) =>
      Object.values(groups).flatMap((group) => unsafeImports(part, group)),
    ),
    ...Object.entries(snapshots).flatMap(([key, { dependencies, optionalDependencies }]) =>
      unsafeVersions(key, { ...dependencies, ...optionalDependencies }),
    ),
  ];
}

/** @param {[string, { resolution?: { integrity?: string } }]} entry */
function unsafePackage([key, { resolution = {} }]) {
  if (!NAME_AND_VERSION.test(key)) return [`${key}: no es un nombre con su versión`];
  const { integrity = '', ...others } = resolution;
  if (!SHA512.test(integrity)) return [`${key}: sin integridad sha512`];
  const [other] = Object.keys(others);
  return other ? [`${key}: viene de otra parte que el registro (${other})`] : [];
}

function unsafeImports(part, group) {
  if (typeof group !== 'object') return [];
  const versions = Object.entries(group).map(([name, { version }]) => [name, version]);
  return unsafeVersions(part, Object.fromEntries(versions), (version) => isPart(part, version));
}

const isPart = (from, version) =>
  version.startsWith('link:') && PART.test(path.posix.join(from, version.slice('link:'.length)));

function unsafeVersions(from, versions, isAllowed = (_version) => false) {
  return Object.entries(versions).flatMap(([name, version]) =>
    VERSION.test(version) || isAllowed(version)
      ? []
      : [`${from}: ${name} viene de otra parte que el registro (${version})`],
  );
}
