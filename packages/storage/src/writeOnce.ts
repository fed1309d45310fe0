/**
 * Writes a file under a name that is known beforehand: whole or not at all, and never over
 * another.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from './durable.js';

/** On the disk once it resolves. False when the name was taken: the file there stays. */
export async function writeOnce(file: string, content: Buffer): Promise<boolean> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}`);
  const handle = await openIn(folder, draft);
  try {
    await write(handle, content);
    return await linked(draft, file);
  } finally {
    await unlink(draft);
    // the process that was first may not have synced it yet
    await syncFolder(folder);
  }
}

/** Makes the folder only when it is missing, which is seldom. */
async function openIn(folder: string, draft: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o640);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await makeFolder(folder);
  return open(draft, 'wx', 0o640);
}

async function write(handle: FileHandle, content: Buffer): Promise<void> {
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link fails where a name is taken; a rename would overwrite. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
