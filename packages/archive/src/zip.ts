/**
 * Writes a ZIP of many entries in memory, and reads one. The same entries give the same bytes:
 * their times are given, and nothing depends on the machine.
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** The position of an entry, including its header. */
export interface Place {
  offset: number;
  length: number;
}

export interface ZipWriter {
  /** @param compress false for bytes that are already compressed */
  add(name: string, content: Buffer, at: Date, compress?: boolean): Promise<Place>;
  /** The size of all entries so far. */
  bytes(): number;
  finish(): Buffer;
}

interface Entry {
  name: Buffer;
  offset: number;
  /** The fields that the local header and the directory have in common. */
  shared: Buffer;
}

const VERSION = 20;
const STORED = 0;
const DEFLATED = 8;
const UTF8 = 0x0800;
const deflate = promisify(deflateRaw);
/** Larger than Buffer's pool: small buffers from the pool would keep its whole slabs in memory. */
const CHUNK_BYTES = 2 * Buffer.poolSize;

export function createZip(): ZipWriter {
  const parts: Buffer[] = [];
  const entries: Entry[] = [];
  let size = 0;
  const push = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  return {
    bytes: () => size,
    async add(name, content, at, compress = true) {
      // copied, because each result of zlib would keep its whole chunk in memory until the end
      const packed = compress
        ? Buffer.from(await deflate(content, { chunkSize: CHUNK_BYTES }))
        : content;
      const entry = { name: Buffer.from(name), offset: size, shared: shared(name, content, at) };
      entry.shared.writeUInt16LE(compress ? DEFLATED : 0, 4);
      entry.shared.writeUInt32LE(packed.length, 14);
      push(Buffer.concat([Buffer.from('PK\u0003\u0004'), entry.shared, entry.name]));
      push(packed);
      entries.push(entry);
      return { offset: entry.offset, length: size - entry.offset };
    },
    finish() {
      const start = size;
      for (const entry of entries) push(directoryRow(entry));
      push(endRow(entries.length, start, size - start));
      return Buffer.concat(parts);
    },
  };
}

/** Version, flags, method, time, CRC, sizes and the lengths of the name and the extra field. */
function shared(name: string, content: Buffer, at: Date): Buffer {
  const row = Buffer.alloc(26);
  row.writeUInt16LE(VERSION, 0);
  row.writeUInt16LE(UTF8, 2);
  row.writeUInt32LE(dosTime(at), 6);
  row.writeUInt32LE(crc32(content), 10);
  row.writeUInt32LE(content.length, 18);
  row.writeUInt16LE(Buffer.byteLength(name), 22);
  return row;
}

function directoryRow({ name, offset, shared: fields }: Entry): Buffer {
  const row = Buffer.alloc(46);
  row.write('PK\u0001\u0002', 'latin1');
  row.writeUInt16LE(VERSION, 4);
  fields.copy(row, 6);
  row.writeUInt32LE(offset, 42);
  return Buffer.concat([row, name]);
}

function endRow(entries: number, start: number, length: number): Buffer {
  const row = Buffer.alloc(22);
  row.write('PK\u0005\u0006', 'latin1');
  row.writeUInt16LE(entries, 8);
  row.writeUInt16LE(entries, 10);
  row.writeUInt32LE(length, 12);
  row.writeUInt32LE(start, 16);
  return row;
}

/** The time in Lima in the format of ZIPs, which counts steps of two seconds. */
function dosTime(at: Date): number {
  const lima = new Date(at.getTime() - 5 * 3_600_000);
  const day = ((lima.getUTCFullYear() - 1980) << 9) | ((lima.getUTCMonth() + 1) << 5);
  const time = (lima.getUTCHours() << 11) | (lima.getUTCMinutes() << 5);
  return (((day | lima.getUTCDate()) << 16) | time | (lima.getUTCSeconds() >> 1)) >>> 0;
}

/** An entry as it is read. */
export interface ZipEntry {
  name: string;
  content: Buffer;
}

/** The most bytes of one entry; the hashes of a bundle have a few megabytes. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/**
 * Yields every entry of a ZIP in the order of its directory. Each must begin where the one before
 * ended, so that no byte is inflated twice.
 * @throws when the ZIP is damaged
 */
export function* zipEntries(zip: Buffer): Generator<ZipEntry> {
  const end = zip.length - 22;
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let offset = 0;
  for (let index = 0; index < entries; index++) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (zip.readUInt32LE(at + 42) !== offset) throw new Error('an entry is out of place');
    const { content, next } = entryAt(zip, offset);
    yield { name, content };
    offset = next;
    at += 46 + nameLength;
  }
}

function entryAt(zip: Buffer, offset: number): { content: Buffer; next: number } {
  const start = offset + 30 + zip.readUInt16LE(offset + 26);
  const next = start + zip.readUInt32LE(offset + 18);
  const packed = zip.subarray(start, next);
  const size = zip.readUInt32LE(offset + 22);
  const method = zip.readUInt16LE(offset + 8);
  if (size > MAX_ENTRY_BYTES) throw new Error('an entry is too large');
  if (zip.readUInt16LE(offset + 6) !== UTF8 || ![STORED, DEFLATED].includes(method))
    throw new Error('an entry is not as they are written');
  const content =
    method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }) : packed;
  if (content.length !== size || crc32(content) !== zip.readUInt32LE(offset + 14))
    throw new Error('an entry is damaged');
  return { content, next };
}
