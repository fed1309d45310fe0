/** Writes a file atomically under a known name, and never over another file. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from './durable.js';

/**
 * Resolves when the file is on disk; false when a file has the name, which stays. A write that is
 * interrupted leaves its draft, `.NAME.` and something unique.
 */
export async function writeOnce(file: string, content: Buffer, mode = 0o640): Promise<boolean> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  const handle = await openIn(folder, draft, mode);
  try {
    await write(handle, content);
    return await linked(draft, file);
  } finally {
    await unlink(draft);
    // another process that was first may not have synced the folder yet
    await syncFolder(folder);
  }
}

/** Opens the draft; makes the folder only if it is missing, which is rare. */
async function openIn(folder: string, draft: string, mode: number): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await makeFolder(folder);
  return open(draft, 'wx', mode);
}

async function write(handle: FileHandle, content: Buffer): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Uses a link, which fails when the name exists, because a rename would overwrite. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
