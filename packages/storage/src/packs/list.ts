/**
 * Lists the files of the packs that were begun from a day on, in the order in which each pack was
 * written.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { limaDay } from '../store.js';
import { begunAt, keyOf, PACKS } from './location.js';
import { headerAt } from './record.js';

/** @param root the folder of the store */
export async function* listPacked(
  root: string,
  from: Date,
): AsyncGenerator<{ name: string; objectKey: string }> {
  for (const pack of await packsFrom(root, limaDay(from.getTime()))) {
    for (const { name, offset, length } of recordsIn(await readFile(path.join(root, pack)))) {
      yield { name, objectKey: keyOf({ pack, offset, length, name: path.posix.basename(name) }) };
    }
  }
}

/** The paths of the packs below the root, oldest first. */
export async function packsFrom(root: string, day: string): Promise<string[]> {
  const days = (await namesIn(path.join(root, PACKS))).filter((name) => name >= day);
  const packs = days.map(async (each) => {
    const files = await namesIn(path.join(root, PACKS, each));
    return files
      .filter((file) => begunAt(each, file) !== undefined)
      .map((file) => path.posix.join(PACKS, each, file));
  });
  return (await Promise.all(packs)).flat();
}

/** The complete records of a pack. */
function* recordsIn(bytes: Buffer): Generator<{ name: string; offset: number; length: number }> {
  let offset = 0;
  for (let header = headerAt(bytes, offset); header; header = headerAt(bytes, offset)) {
    if (offset + header.end > bytes.length) return;
    yield { name: header.name.toString(), offset, length: header.end };
    offset += header.end;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
