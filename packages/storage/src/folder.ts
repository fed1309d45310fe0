/** Files in a folder: whole or not at all, on the disk before we say so, never overwritten. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsync, linkSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checked, describe } from './content.js';
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

/**
 * Writes beside, syncs, then links: a link fails where a name is taken, a rename would overwrite. Says whether it was first.
 * Only the waits for the disk go through the pool: what the kernel answers from memory costs less than handing it over.
 */
async function keep(file: string, content: Buffer): Promise<boolean> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}`);
  const handle = await openIn(folder, draft);
  try {
    await write(handle, content);
    return linked(draft, file);
  } finally {
    unlinkSync(draft);
    // whoever was first may not have come so far
    await sync(folder);
  }
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Most files find their folder; a new one is on the disk only when the folders above it are. */
async function openIn(folder: string, draft: string): Promise<number> {
  try {
    return openSync(draft, 'wx', 0o640);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const first = mkdirSync(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made)) await sync(path.dirname(made));
  return openSync(draft, 'wx', 0o640);
}

async function write(handle: number, content: Buffer): Promise<void> {
  try {
    writeFileSync(handle, content);
    await toDisk(handle);
  } finally {
    closeSync(handle);
  }
}

/** A new name is on the disk only when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = openSync(folder, 'r');
  try {
    await toDisk(handle);
  } finally {
    closeSync(handle);
  }
}

const toDisk = promisify(fsync);
