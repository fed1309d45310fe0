/** Reads a stored file, if it is there and undamaged. */
import { type FileStore, UnreadableFile } from './store.js';

/** @param sha256 the recorded hash, if the caller knows it */
export async function readable(
  files: FileStore,
  key: string,
  sha256?: Buffer,
): Promise<Buffer | undefined> {
  return files.get(key, sha256).catch((error) => {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  });
}
