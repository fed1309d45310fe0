/** Finds the first executable with one of these names in PATH or in more folders. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export function onPath(names, more = []) {
  const extension = process.platform === 'win32' ? '.exe' : '';
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...more];
  const files = folders.flatMap((folder) =>
    names.map((name) => path.join(folder, `${name}${extension}`)),
  );
  return files.find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
