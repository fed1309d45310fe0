/** Reads one file from a pack, if it is undamaged and the file that the key names. */
import path from 'node:path';
import { checked } from '../content.js';
import { FileDamaged, FileMissing } from '../store.js';
import { keyOf, type Location } from './location.js';
import { headerAt } from './record.js';
import { withPack } from './sharedPack.js';

/**
 * @param sha256 the expected hash; default that in the record's header
 * @throws FileMissing
 * @throws FileDamaged
 */
export async function readPacked(root: string, place: Location, sha256?: Buffer): Promise<Buffer> {
  const key = keyOf(place);
  const record = await readBytes(path.join(root, place.pack), place).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FileMissing(key) : error;
    },
  );
  // the pack ends before the record, as one restored from an older backup does
  if (record.length === 0) throw new FileMissing(key);
  const header = headerAt(record);
  if (header?.end !== place.length || record.length !== place.length) throw new FileDamaged(key);
  if (path.posix.basename(header.name.toString()) !== place.name) throw new FileDamaged(key);
  return checked(key, record.subarray(header.start), sha256 ?? header.sha256);
}

const readBytes = (file: string, { offset, length }: Location): Promise<Buffer> =>
  withPack(file, async (handle) => {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  });
