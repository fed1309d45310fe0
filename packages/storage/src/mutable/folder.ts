/** Mutable files in a folder: a draft is written to disk, then renamed to the name of the file. */
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../durable.js';
import { READ_MODE } from '../readMode.js';
import { unlessMissing } from '../unlessMissing.js';
import type { MutableFiles } from './mutable.js';

/** @param fileOf the path of a name; throws for a name that leads outside the store */
export function createMutableFolder(fileOf: (name: string) => string): MutableFiles {
  return {
    async write(name, content) {
      const file = fileOf(name);
      const folder = path.dirname(file);
      await makeFolder(folder);
      const draft = path.join(folder, `.${randomUUID()}`);
      try {
        await writeThrough(draft, content);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    read: (name) => readFile(fileOf(name), { flag: READ_MODE }).catch(unlessMissing(undefined)),
    async list(folder) {
      const names = await readdir(fileOf(folder)).catch(unlessMissing([] as string[]));
      return names.filter((name) => !name.startsWith('.')).sort();
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

async function writeThrough(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
