/**
 * Reads the entries of stored zips by keys of their own, so that their bytes are not stored twice:
 * `….zip/name` is the only entry of a zip, `….zip/OFFSET+LENGTH/name` one of many, of which nothing
 * else is read.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { checked } from './content.js';
import { FileDamaged, type FileStore } from './store.js';

/** The key of the only entry of a zip. */
export const zipEntryKey = (zipKey: string, name: string): string => `${zipKey}/${name}`;

/** Where an entry begins in its zip, and the length of its header with its bytes. */
export interface ZipEntryPlace {
  offset: number;
  length: number;
}

/** The key of one entry of a zip that has many. */
export const zipRangeKey = (
  zipKey: string,
  { offset, length }: ZipEntryPlace,
  name: string,
): string => `${zipKey}/${offset}+${length}/${name}`;

/** Reads a part of a file. @throws FileMissing, or FileDamaged when the file ends before it */
export type ReadRange = (key: string, place: ZipEntryPlace) => Promise<Buffer>;

/** Makes `get` also read the entries of zips. */
export const withZipEntries = (store: FileStore, readRange: ReadRange): FileStore => ({
  ...store,
  async get(key, sha256) {
    const [, zip, offset, length] = /^(.+\.zip)\/(\d{1,10})\+(\d{1,10})\/[^/]+$/.exec(key) ?? [];
    if (zip !== undefined) {
      const place = { offset: Number(offset), length: Number(length) };
      return entryOf(key, await readRange(zip, place), sha256);
    }
    const whole = /^.+\.zip(?=\/[^/]+$)/.exec(key)?.[0];
    return whole === undefined
      ? store.get(key, sha256)
      : entryOf(key, await store.get(whole), sha256);
  },
});

const STORED = 0;

/**
 * Reads an entry at the beginning of the bytes, with its sizes in the local header. Its checksum
 * says nothing that its hash does not say.
 */
function entryOf(key: string, zip: Buffer, sha256: Buffer | undefined): Buffer {
  try {
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(18));
    const bytes =
      zip.readUInt16LE(8) === STORED && packed.length === zip.readUInt32LE(22)
        ? packed
        : inflateRawSync(packed, { maxOutputLength: Math.max(1, zip.readUInt32LE(22)) });
    if (sha256) return checked(key, bytes, sha256);
    if (crc32(bytes) !== zip.readUInt32LE(14)) throw new FileDamaged(key);
    return bytes;
  } catch {
    throw new FileDamaged(key);
  }
}
