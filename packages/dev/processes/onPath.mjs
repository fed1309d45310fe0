/** The first program of these names that PATH, or one of these folders too, holds. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export function onPath(names, more = []) {
  for (const place of [...(process.env.PATH ?? '').split(path.delimiter), ...more]) {
    for (const name of names) {
      const file = path.join(place, process.platform === 'win32' ? `${name}.exe` : name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // not here
      }
    }
  }
  return undefined;
}
