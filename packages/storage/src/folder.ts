/** Files in a folder: whole or not at all, on the disk before we say so, never overwritten. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import { checked, describe } from './content.js';
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
  return store;
}

/** Writes beside, syncs, then links: a link fails where a name is taken, a rename would overwrite. Says whether it was first. */
async function keep(file: string, content: Buffer): Promise<boolean> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}`);
  await write(draft, content).catch(async (error) => {
    // only a document's first file finds no folder
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    await write(draft, content);
  });
  try {
    await link(draft, file);
    await sync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function write(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await unlink(file);
    throw error;
  } finally {
    await handle.close();
  }
}

/** A new name is on the disk only when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
