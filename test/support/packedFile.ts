/**
 * Where a file's bytes rest in the folder of an installation, for tests that do to them what disks
 * and people do.
 */
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';

export interface Resting {
  /** The pack. */
  file: string;
  offset: number;
  length: number;
}

/** @param key of something that was put, or of what lies in a zip that was */
export function onDisk(filesDir: string, key: string): Resting {
  const [, pack, offset, length] = /^(packs\/.+\.pack)\/(\d+)\+(\d+)\//.exec(key) ?? [];
  if (pack === undefined) throw new Error(`${key} rests in no pack`);
  return { file: path.join(filesDir, pack), offset: Number(offset), length: Number(length) };
}

/** Turns the bits of a file's last byte; once more, and it is as it was. */
export async function spoil(filesDir: string, key: string): Promise<void> {
  const { file, offset, length } = onDisk(filesDir, key);
  await at(file, async (handle) => {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, offset + length - 1);
    await handle.write(Buffer.of(~buffer.readUInt8() & 0xff), 0, 1, offset + length - 1);
  });
}

/** Puts one file where another of its length rests, and that one in its place. */
export async function exchange(filesDir: string, key: string, other: string): Promise<void> {
  const [one, two] = [onDisk(filesDir, key), onDisk(filesDir, other)];
  if (one.length !== two.length) throw new Error('files of different length');
  const read = ({ file, offset, length }: Resting) =>
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
