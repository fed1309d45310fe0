/** Finds and damages the bytes of a stored file on disk, as a failing disk or a person would. */
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

export interface PackedFile {
  /** The path of the pack. */
  file: string;
  offset: number;
  length: number;
}

/** @param key the object key of a stored file, or of an entry of a stored ZIP */
export function locateFile(filesDir: string, key: string): PackedFile {
  const [, pack, offset, length] = /^(packs\/.+\.pack)\/(\d+)\+(\d+)\//.exec(key) ?? [];
  if (pack === undefined) throw new Error(`${key} is not the key of a file in a pack`);
  return { file: path.join(filesDir, pack), offset: Number(offset), length: Number(length) };
}

/** Inverts the last byte of a file; a second call restores it. */
export async function corruptFile(filesDir: string, key: string): Promise<void> {
  const { file, offset, length } = locateFile(filesDir, key);
  await at(file, async (handle) => {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset + length - 1);
    await handle.write(Buffer.of(~buffer.readUInt8() & 0xff), 0, 1, offset + length - 1);
  });
}

/** Swaps the bytes of two files of equal length. */
export async function exchange(filesDir: string, key: string, other: string): Promise<void> {
  const [one, two] = [locateFile(filesDir, key), locateFile(filesDir, other)];
  if (one.length !== two.length) throw new Error('the two files have different lengths');
  const read = ({ file, offset, length }: PackedFile) =>
    at(file, async (handle) => (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer);
  const [first, second] = [await read(one), await read(two)];
  await at(one.file, (handle) => handle.write(second, 0, second.length, one.offset));
  await at(two.file, (handle) => handle.write(first, 0, first.length, two.offset));
}

async function at<T>(file: string, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r+');
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
