/** Finds a program in PATH, or unpacks it from Debian packages into the checkout. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { tools } from '../settings/places.mjs';
import { say, step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';
import { unpackDebian } from './debian.mjs';
import { onPath } from './onPath.mjs';

/**
 * @typedef {object} Wanted
 * @property {string} title as the lines about it say it
 * @property {string} folder of the checkout's tools, to unpack it into
 * @property {string[]} names of its file
 * @property {string[][]} packages groups of Debian packages, of which the first known is unpacked
 * @property {string} hint how to get it where this finds none
 * @property {string[]} [elsewhere] more folders than PATH
 *
 * @param {Wanted} wanted
 * @returns {Promise<{ file: string, env: NodeJS.ProcessEnv }>} with the environment to start it in
 */
export async function systemProgram({ title, names, packages, hint, elsewhere, ...wanted }) {
  const installed = onPath(names, elsewhere);
  if (installed) return { file: installed, env: process.env };
  const folder = path.resolve(tools, wanted.folder);
  const inside = (...place) => path.join(folder, 'root', 'usr', ...place);
  const unpacked = () =>
    names.flatMap((name) => [inside('bin', name), inside('sbin', name)]).find(existsSync);
  if (!unpacked() && onPath(['apt-get']) && onPath(['dpkg-deb']))
    await step(`Trayendo ${title} de los paquetes de Debian (a esta carpeta, sin instalarlo)`, () =>
      unpackDebian(folder, packages),
    ).catch((error) => say(error.message));
  const file = unpacked();
  if (!file) throw new UserError(hint);
  const libraries = [...foldersIn(inside('lib')), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return { file, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
}

const foldersIn = (lib) =>
  existsSync(lib) ? [...readdirSync(lib).map((name) => path.join(lib, name)), lib] : [];
