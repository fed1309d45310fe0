/**
 * Opens a pack once for all who read it at the same time, and closes it with the last of them:
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
  try {
    return await read(await pack.handle);
  } finally {
    pack.readers -= 1;
    if (pack.readers === 0) {
      shared.delete(file);
      await pack.handle.then(
        (handle) => handle.close(),
        () => undefined,
      );
    }
  }
}
