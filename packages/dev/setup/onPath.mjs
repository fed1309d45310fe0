/** Finds the first executable with one of these names in PATH or in more folders. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export const onPath = (names, more = []) =>
  [...(process.env.PATH ?? '').split(path.delimiter), ...more]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isExecutable);

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
