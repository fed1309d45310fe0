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

/** Offsets in the local header, which precedes the name and the bytes of an entry. */
const METHOD = 8;
const CRC32 = 14;
const PACKED_LENGTH = 18;
const LENGTH = 22;
const NAME_LENGTH = 26;
const EXTRA_LENGTH = 28;
const HEADER_LENGTH = 30;

/** The method of bytes that are not compressed. */
const STORED = 0;

/** Reads an entry at the beginning of the bytes. @throws FileDamaged */
function entryOf(key: string, zip: Buffer, sha256: Buffer | undefined): Buffer {
  try {
    const bytes = unpackedEntry(zip);
    // its checksum says nothing that its hash does not say
    if (sha256) return checked(key, bytes, sha256);
    if (crc32(bytes) !== zip.readUInt32LE(CRC32)) throw new FileDamaged(key);
    return bytes;
  } catch {
    throw new FileDamaged(key);
  }
}

/** @throws for bytes that are not a whole entry */
function unpackedEntry(zip: Buffer): Buffer {
  const start = HEADER_LENGTH + zip.readUInt16LE(NAME_LENGTH) + zip.readUInt16LE(EXTRA_LENGTH);
  const packed = zip.subarray(start, start + zip.readUInt32LE(PACKED_LENGTH));
  const length = zip.readUInt32LE(LENGTH);
  if (zip.readUInt16LE(METHOD) === STORED && packed.length === length) return packed;
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, length) });
}
