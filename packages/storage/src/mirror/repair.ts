/** Writes files again into a copy of a file store in which their bytes are missing or changed. */
import path from 'node:path';
import { parseKey } from '../packs/location.js';
import { readPacked } from '../packs/read.js';
import { copyRange, copyWhole } from './mirror.js';

/**
 * Only these files, and of a pack only their records: the rest of the copy may be better than the
 * original. A file whose original is damaged too stays as it is.
 */
export async function repairCopy(from: string, to: string, keys: readonly string[]): Promise<void> {
  for (const key of new Set(keys.map(withoutEntry))) await repair(from, to, key);
}

/** The key of the zip, for the key of the file in it. */
const withoutEntry = (key: string): string => key.replace(/(?<=\.zip)\/[^/]+$/, '');

async function repair(from: string, to: string, key: string): Promise<void> {
  const place = parseKey(key);
  if (!place) {
    await copyWhole(path.join(from, key), path.join(to, key));
    return;
  }
  const { pack, offset, length } = place;
  const sound = await readPacked(from, place).then(
    () => true,
    () => false,
  );
  if (sound) await copyRange(path.join(from, pack), path.join(to, pack), offset, offset + length);
}
