/**
 * Reads the file inside a stored zip by a key of its own, `….zip/name`, so that the same bytes are
 * not stored twice.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { checked } from './content.js';
import { FileDamaged, type FileStore } from './store.js';

/** The key of the only entry of a zip. */
export const zipEntryKey = (zipKey: string, name: string): string => `${zipKey}/${name}`;

/** The same store, whose `get` also reads the entry of a zip of one entry. */
export const withZipEntries = (store: FileStore): FileStore => ({
  ...store,
  async get(key, sha256) {
    const zip = /^.+\.zip(?=\/[^/]+$)/.exec(key)?.[0];
    return zip === undefined
      ? store.get(key, sha256)
      : checked(key, entryOf(key, await store.get(zip)), sha256);
  },
});

/** Of a zip that this project made: one entry, deflated, its sizes in the header before it. */
function entryOf(key: string, zip: Buffer): Buffer {
  try {
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    const bytes = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18)), {
      maxOutputLength: Math.max(1, zip.readUInt32LE(22)),
    });
    if (crc32(bytes) !== zip.readUInt32LE(14)) throw new FileDamaged(key);
    return bytes;
  } catch {
    throw new FileDamaged(key);
  }
}
