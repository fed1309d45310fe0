/** Files in a folder: whole or not at all, on the disk before we say so, never overwritten. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checked, describe } from './content.js';
import { keep } from './disk.js';
import { lookingInside } from './inside.js';
import { FileConflict, FileMissing, type FileStore } from './store.js';

/** @param root is created when it is not there */
export function createFolderStore(root: string): FileStore {
  const fileOf = (key: string) => {
    const file = path.resolve(root, key);
    if (!file.startsWith(path.resolve(root) + path.sep)) throw new Error(`key outside the store: ${key}`);
    return file;
  };
  const store: FileStore = {
    async put(key, content) {
      const kept = await keep(fileOf(key), content);
      if (!kept && !(await store.get(key)).equals(content)) throw new FileConflict(key);
      return describe(content);
    },
    async get(key, sha256) {
      const content = await readFile(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(key) : error;
      });
      return checked(key, content, sha256);
    },
    async once(key, make) {
      const content = await store.get(key).catch(async (error) => {
        if (!(error instanceof FileMissing)) throw error;
        const made = await make();
        // another process may have been first: then its bytes are the file
        return (await keep(fileOf(key), made)) ? made : store.get(key);
      });
      return { content, ...describe(content) };
    },
  };
  return lookingInside(store);
}
