/** Reads and writes the small zips that are exchanged with SUNAT. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

export interface Entry {
  name: string;
  content: Buffer;
}

/** The bytes are not a valid zip. */
export class BrokenZip extends Error {}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LARGEST_ENTRY = 20_000_000;
const MAX_ENTRIES = 20;

export function unzip(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > zip.length) throw new BrokenZip('no end of central directory');
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new BrokenZip('too many entries');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== CENTRAL)
      throw new BrokenZip('central directory');
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    entries.push({ name, content: contentOf(zip, at) });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function contentOf(zip: Buffer, central: number): Buffer {
  const local = zip.readUInt32LE(central + 42);
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL)
    throw new BrokenZip('local header');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(central + 20));
  const content = inflate(packed, zip.readUInt16LE(central + 10));
  if (
    content.length !== zip.readUInt32LE(central + 24) ||
    crc32(content) !== zip.readUInt32LE(central + 16)
  ) {
    throw new BrokenZip('size or checksum');
  }
  return content;
}

function inflate(packed: Buffer, method: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw new BrokenZip('method');
  try {
    return inflateRawSync(packed, { maxOutputLength: LARGEST_ENTRY });
  } catch (error) {
    throw new BrokenZip(String(error));
  }
}

/** A name that ends with a slash is a folder. */
export function zip(entries: readonly Entry[]): Buffer {
  const packed = entries.map(({ name, content }) => ({
    name: Buffer.from(name, 'utf8'),
    method: name.endsWith('/') ? 0 : 8,
    crc: crc32(content),
    size: content.length,
    bytes: name.endsWith('/') ? content : deflateRawSync(content),
  }));
  return zipPacked(packed);
}

export interface PackedEntry {
  name: Buffer;
  method: number;
  crc: number;
  /** The size that the headers declare; a zip bomb declares a false one. */
  size: number;
  bytes: Buffer;
}

export function zipPacked(entries: readonly PackedEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(20, 4);
    describe(entry, local, 8);
    files.push(local, entry.name, entry.bytes);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    describe(entry, central, 10);
    central.writeUInt32LE(offset, 42);
    directory.push(central, entry.name);
    offset += local.length + entry.name.length + entry.bytes.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/**
 * Writes the fields that both headers share, from the compression method on; every file is dated 1
 * January 2020.
 */
function describe(entry: PackedEntry, header: Buffer, at: number): void {
  header.writeUInt16LE(entry.method, at);
  header.writeUInt16LE(0, at + 2);
  header.writeUInt16LE(((2020 - 1980) << 9) | (1 << 5) | 1, at + 4);
  header.writeUInt32LE(entry.crc, at + 6);
  header.writeUInt32LE(entry.bytes.length, at + 10);
  header.writeUInt32LE(entry.size, at + 14);
  header.writeUInt16LE(entry.name.length, at + 18);
}
