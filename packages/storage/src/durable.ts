/**
 * Makes and syncs folders, because a file survives a power cut only if its folder and every new
 * folder above it were synced.
 */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder, and those above it that are missing. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}
