/**
 * Extracts the XML of a CDR from an untrusted ZIP: sizes are checked against limits before
 * anything is inflated, and against the content afterwards.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { CdrProblem } from './cdrProblem.js';

/**
 * Limits in bytes. A CDR has about 8 kB, one with two observations for each of 500 lines about 300
 * kB; the worst XML within the limit is read or refused in milliseconds.
 */
export const ZIP_LIMIT = { archive: 1_000_000, entries: 5, inflated: 500_000 } as const;

/** The only `R-….xml` outside folders; SUNAT's ZIP also has an empty folder `dummy/`. */
export function readZip(zip: Buffer): { name: string; bytes: Buffer } {
  if (zip.length > ZIP_LIMIT.archive) throw new CdrProblem('zip_too_big');
  const [entry, another] = directory(zip).filter(({ name }) => /^R-[^/\\]*\.xml$/i.test(name));
  if (entry === undefined) throw new CdrProblem('zip_without_cdr');
  if (another !== undefined) throw new CdrProblem('zip_many_cdrs');
  return { name: entry.name, bytes: inflated(zip, entry) };
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

/** The entries of the central directory, because local headers may lack the sizes. */
function directory(zip: Buffer): Entry[] {
  const end = endRecord(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > ZIP_LIMIT.entries) throw new CdrProblem('zip_too_big');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > end || zip.readUInt32LE(at) !== 0x02014b50)
      throw new CdrProblem('zip_unreadable');
    const length = zip.readUInt16LE(at + 28);
    const next = at + 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (next > end) throw new CdrProblem('zip_unreadable');
    entries.push({
      name: zip.toString('latin1', at + 46, at + 46 + length),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      compressed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

/** The offset of the end record whose comment ends exactly at the end of the ZIP. */
function endRecord(zip: Buffer): number {
  for (let at = zip.length - 22; at >= 0 && at >= zip.length - 22 - 0xffff; at -= 1) {
    if (zip.readUInt32LE(at) === 0x06054b50 && at + 22 + zip.readUInt16LE(at + 20) === zip.length)
      return at;
  }
  throw new CdrProblem('zip_unreadable');
}

function inflated(zip: Buffer, { flags, method, crc, compressed, size, offset }: Entry): Buffer {
  if (size > ZIP_LIMIT.inflated) throw new CdrProblem('zip_too_big');
  if (
    (flags & ENCRYPTED) !== 0 ||
    offset + 30 > zip.length ||
    zip.readUInt32LE(offset) !== 0x04034b50
  )
    throw new CdrProblem('zip_unreadable');
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  if (start + compressed > zip.length) throw new CdrProblem('zip_corrupt');
  const bytes = unpacked(zip.subarray(start, start + compressed), method, size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw new CdrProblem('zip_corrupt');
  return bytes;
}

/** Inflates no more than the declared size, against zip bombs. */
function unpacked(packed: Buffer, method: number, size: number): Buffer {
  if (method === STORED) return Buffer.from(packed);
  if (method !== DEFLATE) throw new CdrProblem('zip_unreadable');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new CdrProblem('zip_corrupt');
  }
}

const STORED = 0;
const DEFLATE = 8;
const ENCRYPTED = 1;
