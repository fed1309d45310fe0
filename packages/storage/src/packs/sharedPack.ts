/**
 * Opens a pack once for all that read it at the same time, and closes it with the last of them:
 * opening and closing cost more than the reading of one file.
 */
import { type FileHandle, open } from 'node:fs/promises';

interface SharedPack {
  handle: Promise<FileHandle>;
  readers: number;
}

const shared = new Map<string, SharedPack>();

export async function withPack<T>(
  file: string,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const pack = shared.get(file) ?? { handle: open(file, 'r'), readers: 0 };
  shared.set(file, pack);
  pack.readers += 1;
  // a later reader opens the file anew, which may have been replaced or have become unreadable
  const unshare = () => {
    if (shared.get(file) === pack) shared.delete(file);
  };
  try {
    return await read(await pack.handle);
  } catch (error) {
    unshare();
    throw error;
  } finally {
    pack.readers -= 1;
    if (pack.readers === 0) {
      unshare();
      await pack.handle.then(
        (handle) => handle.close(),
        () => undefined,
      );
    }
  }
}
