/**
 * Refuses a lockfile that would install anything but tarballs of the registry with their recorded
 * SHA-512. pnpm itself refuses a tarball at another address and one without a hash; sources of git,
 * of a folder or of an address it takes.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings/places.mjs';

/** What names another registry, or runs in each install. */
const FORBIDDEN = ['.npmrc', 'apps/.npmrc', 'packages/.npmrc', '.pnpmfile.cjs', '.pnpmfile.mjs'];

/** @returns what this checkout must not have, or '' */
export async function unsafeSources() {
  const present = FORBIDDEN.filter((file) => existsSync(path.join(root, file)));
  const lockfile = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  return [
    ...present.map((file) => `${file}: podría cambiar lo que se instala`),
    ...unsafeLines(lockfile).map((line) => `pnpm-lock.yaml: viene de otra parte: ${line}`),
  ].join('\n');
}

const RESOLUTION = /^ {4}resolution:/;
const OF_REGISTRY = /^ {4}resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/;
/** The start of an address, and a hook of the install. */
const ADDRESS = /(?<![\w-])(https?|git|git\+\w+|ssh|file):|git@|pnpmfile/i;
/** To anything but a part of this repository. */
const LINK = /link:(?!(\.\.\/|(\.\.\/){1,2}(apps|packages)\/)[a-z]+$)/;
/** Advice of an author to people. */
const TEXT = /^ {4}deprecated:/;

/** @param {string} lockfile @returns its lines with any other source */
export function unsafeLines(lockfile) {
  const found = lockfile
    .split('\n')
    .filter((line) => !TEXT.test(line))
    .filter(
      (line) =>
        ADDRESS.test(line) || LINK.test(line) || (RESOLUTION.test(line) && !OF_REGISTRY.test(line)),
    );
  return found.length > 0 ? found : unresolved(lockfile);
}

/** A package that is written in another way has its source where the lines do not show it. */
function unresolved(lockfile) {
  const [packages = ''] = (lockfile.split(/^packages:$/m)[1] ?? '').split(/^snapshots:$/m);
  const count = (pattern) => packages.match(pattern)?.length ?? 0;
  const [named, resolved] = [count(/^ {2}\S/gm), count(new RegExp(OF_REGISTRY, 'gm'))];
  return named === resolved ? [] : [`${named} paquetes, ${resolved} del registro`];
}
