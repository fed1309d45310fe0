/** Finds a program in PATH, or unpacks it from Debian packages into the checkout. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../processes/onPath.mjs';
import { tools } from '../processes/places.mjs';
import { say, step } from '../processes/progress.mjs';
import { UserError } from '../processes/userError.mjs';
import { unpackDebian } from './debian.mjs';

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
export async function systemProgram({ title, names, packages, hint, elsewhere = [], ...wanted }) {
  const folder = path.resolve(tools, wanted.folder);
  const [unpacked, lib] = ['root/usr', 'root/usr/lib'].map((place) => path.join(folder, place));
  const find = () => onPath(names, [...elsewhere, `${unpacked}/bin`, `${unpacked}/sbin`]);
  if (!find())
    await step(`Trayendo ${title} de los paquetes de Debian (a esta carpeta, sin instalarlo)`, () =>
      unpackDebian(folder, packages),
    ).catch((error) => say(error.message));
  const file = find();
  if (!file) throw new UserError(hint);
  if (!file.startsWith(unpacked) || !existsSync(lib)) return { file, env: process.env };
  const libraries = [...readdirSync(lib).map((name) => path.join(lib, name)), lib];
  if (process.env.LD_LIBRARY_PATH) libraries.push(process.env.LD_LIBRARY_PATH);
  return { file, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
}
