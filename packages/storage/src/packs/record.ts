/**
 * The format of a file in a pack: header, name, content. The header has a checksum and the hash of
 * the content, so that an incomplete record is never taken for a file.
 *
 * Offsets: 0 magic `RFG1` · 4 length of the content · 8 length of the name · 10 SHA-256 of the
 * content · 42 CRC-32 of the header and the name · 46 name, then content.
 */
import { crc32 } from 'node:zlib';

const MAGIC = 0x31474652;
const MAGIC_BYTES = Buffer.from('RFG1');
const SUM = 42;
const FIXED = 46;
/** The header with the longest name. */
export const MAX_HEAD = FIXED + 0xffff;

export interface Header {
  name: Buffer;
  sha256: Buffer;
  /** Offsets of the content's start and end, from the start of the record. */
  start: number;
  end: number;
}

/** Makes the header and the name, which precede the content. */
export function headOf(name: string, content: Buffer, sha256: Buffer): Buffer {
  const named = Buffer.byteLength(name);
  const head = Buffer.allocUnsafe(FIXED + named);
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(content.length, 4);
  head.writeUInt16LE(named, 8);
  sha256.copy(head, 10);
  head.write(name, FIXED);
  head.writeUInt32LE(sumOf(head), SUM);
  return head;
}

/** Reads a header; undefined for bytes that are not a complete header. */
export function headerAt(bytes: Buffer, at = 0): Header | undefined {
  if (bytes.length < at + FIXED || bytes.readUInt32LE(at) !== MAGIC) return undefined;
  const start = FIXED + bytes.readUInt16LE(at + 8);
  if (bytes.length < at + start) return undefined;
  const head = bytes.subarray(at, at + start);
  if (head.readUInt32LE(SUM) !== sumOf(head)) return undefined;
  return {
    name: head.subarray(FIXED),
    sha256: head.subarray(10, SUM),
    start,
    end: start + head.readUInt32LE(4),
  };
}

/**
 * The complete records of a pack, in order. Behind damaged bytes it goes on at the next header, so
 * that one wrong byte does not hide what was written after it.
 */
export function* recordsOf(pack: Buffer): Generator<{ at: number; header: Header }> {
  let found = findRecord(pack, 0, pack.length);
  while (found) {
    yield found;
    found = findRecord(pack, found.at + found.header.end, pack.length);
  }
}

/** The first record from an offset on that is complete: that ends before `end`. */
export function findRecord(
  bytes: Buffer,
  from: number,
  end: number,
): { at: number; header: Header } | undefined {
  for (let at = bytes.indexOf(MAGIC_BYTES, from); at >= 0; ) {
    const header = headerAt(bytes, at);
    if (header && at + header.end <= end) return { at, header };
    at = bytes.indexOf(MAGIC_BYTES, at + 1);
  }
  return undefined;
}

const sumOf = (head: Buffer) => crc32(head.subarray(FIXED), crc32(head.subarray(0, SUM)));
