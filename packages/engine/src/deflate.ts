/**
 * Deflates a document in parts that follow one another in one stream: what every document of a
 * business has, above all its certificate, is deflated once.
 */
import { constants, deflateRawSync } from 'node:zlib';

/** Bytes with their deflated form, which another part must follow. */
export interface SharedPart {
  bytes: Buffer;
  deflated: Buffer;
}

export const sharedPart = (bytes: Buffer): SharedPart => ({
  bytes,
  // the flush ends it at a whole byte
  deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
});

/** A part as it is, where there is little to gain; another part must follow. */
export function storedPart(bytes: Buffer): Buffer {
  if (bytes.length > MAX_STORED) throw new RangeError(`${bytes.length} bytes in one block`);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(MAX_STORED - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

const MAX_STORED = 0xffff;

/**
 * The last part, or all of a document. zlib allocates and clears its window and tables for each: a
 * window beyond the bytes gains nothing.
 */
export const deflated = (bytes: Buffer): Buffer =>
  deflateRawSync(bytes, {
    level: LEVEL,
    memLevel: 6,
    windowBits: Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 1)))),
  });

/** With 500 lines: a fifth of the default level's time, a quarter more bytes. */
const LEVEL = 2;
