/** Reads one file from a pack, if it is undamaged and the file that the key names. */
import * as fs from 'node:fs';
import path from 'node:path';
import { checked } from '../content.js';
import { FileDamaged, FileMissing } from '../store.js';
import { keyOf, type Location } from './location.js';
import { withPack } from './openPack.js';
import { headerAt } from './record.js';

/**
 * @param sha256 the expected hash; default that in the record's header
 * @throws FileMissing
 * @throws FileDamaged
 */
export async function readPacked(root: string, place: Location, sha256?: Buffer): Promise<Buffer> {
  const { length } = place;
  try {
    return await withPack(path.join(root, place.pack), async (descriptor) => {
      const bytes = Buffer.allocUnsafe(length);
      const read = await readBytes(descriptor, bytes, place.offset);
      return contentOf(bytes.subarray(0, read), place, sha256);
    });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new FileMissing(keyOf(place)) : error;
  }
}

function contentOf(record: Buffer, place: Location, sha256: Buffer | undefined): Buffer {
  const key = keyOf(place);
  // the pack ends before the record, as one restored from an older backup does
  if (record.length === 0) throw new FileMissing(key);
  const header = headerAt(record);
  if (header?.end !== place.length || record.length !== place.length) throw new FileDamaged(key);
  if (path.posix.basename(header.name.toString()) !== place.name) throw new FileDamaged(key);
  return checked(key, record.subarray(header.start), sha256 ?? header.sha256);
}

/** @returns how many bytes it read */
const readBytes = (descriptor: number, into: Buffer, offset: number): Promise<number> =>
  new Promise((resolve, reject) => {
    fs.read(descriptor, into, 0, into.length, offset, (error, read) =>
      error ? reject(error) : resolve(read),
    );
  });
