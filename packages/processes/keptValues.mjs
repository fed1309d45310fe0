/** Values that a home makes once and keeps in a file, unless the environment gives them. */
import { readJson, writeJson } from './jsonFile.mjs';

/**
 * @param {string} file of the home
 * @param {readonly string[]} names of their variables
 * @param {(has: (name: string) => boolean) => Record<string, string>} make gives values for what
 * the file lacks; `has` tells what the file or the environment has
 * @returns by variable name, those that the environment does not already give
 */
export function keptValues(file, names, make) {
  const kept = readJson(file) ?? {};
  const complete = { ...make((name) => Boolean(kept[name]) || isGiven(name)), ...kept };
  if (Object.keys(complete).length > Object.keys(kept).length) writeJson(file, complete);
  const absent = names.filter((name) => complete[name] && !isGiven(name));
  return Object.fromEntries(absent.map((name) => [name, complete[name]]));
}

const isGiven = (name) => Boolean(process.env[name] || process.env[`${name}_FILE`]);
