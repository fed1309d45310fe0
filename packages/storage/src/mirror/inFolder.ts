/**
 * Opens a folder, and names it by what is open: a path below it stays in the folder that was opened
 * when another account replaces the folder by a link meanwhile.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const FOLDER_MODE = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export interface OpenFolder {
  /** On Linux of the open folder, whatever its name leads to later; elsewhere as it was opened. */
  path: string;
  handle: FileHandle;
}

/** @throws what `use` throws, with the folder's name; ENOTDIR or ELOOP for a link */
export async function inFolder<T>(
  folder: string,
  use: (open: OpenFolder) => Promise<T>,
): Promise<T> {
  const handle = await open(folder, FOLDER_MODE);
  const path = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder;
  try {
    return await use({ path, handle });
  } catch (error) {
    if (error instanceof Error) error.message = error.message.replaceAll(`${path}/`, `${folder}/`);
    throw error;
  } finally {
    await handle.close();
  }
}
