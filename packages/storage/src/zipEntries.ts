/**
 * Reads the file in a stored zip by a key of its own, `….zip/name`, so that its bytes are not
 * stored twice.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { checked } from './content.js';
import { FileDamaged, type FileStore } from './store.js';

/** The key of the only entry of a zip. */
export const zipEntryKey = (zipKey: string, name: string): string => `${zipKey}/${name}`;

/** Makes `get` also read the entry of a zip that has one entry. */
export const withZipEntries = (store: FileStore): FileStore => ({
  ...store,
  async get(key, sha256) {
    const zip = /^.+\.zip(?=\/[^/]+$)/.exec(key)?.[0];
    return zip === undefined
      ? store.get(key, sha256)
      : checked(key, entryOf(key, await store.get(zip)), sha256);
  },
});

/** Reads a zip of this project: one deflated entry, with its sizes in the local header. */
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
