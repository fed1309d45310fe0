/** Gathers the chunks of a body into one buffer. */
import { LARGE } from './parseBody.js';

export interface BodyBytes {
  add(chunk: Buffer): void;
  /** What has arrived so far, or the first chunk of it. */
  head(): Buffer;
  /** All bytes, in memory of their own if they may be moved to another thread. */
  all(): Buffer;
}

/**
 * Bytes of a large body's first buffer. A body with too many values is refused in it: two hundred
 * buffers of the largest size would make V8 collect all of its memory again and again.
 */
const FIRST = 256_000;
const GROWTH = 4;

/**
 * A body that may be large is copied into its buffer as it comes: its chunks are free at once, and
 * the buffer can be moved to another thread.
 * @param declared NaN when the caller did not declare its size
 */
export const createBodyBytes = (declared: number): BodyBytes =>
  declared <= LARGE ? listed() : copied(declared);

function copied(declared: number): BodyBytes {
  const most = declared || Number.POSITIVE_INFINITY;
  let buffer = Buffer.allocUnsafeSlow(Math.min(declared || LARGE, FIRST));
  let length = 0;

  function grow(needed: number): void {
    const larger = Math.min(Math.max(buffer.length * GROWTH, needed), most);
    const next = Buffer.allocUnsafeSlow(larger);
    buffer.copy(next, 0, 0, length);
    buffer = next;
  }

  return {
    add(chunk) {
      if (length + chunk.length > buffer.length) grow(length + chunk.length);
      length += chunk.copy(buffer, length);
    },
    head: () => buffer.subarray(0, length),
    all: () => (length === buffer.length ? buffer : Buffer.from(buffer.subarray(0, length))),
  };
}

function listed(): BodyBytes {
  const chunks: Buffer[] = [];
  return {
    add(chunk) {
      chunks.push(chunk);
    },
    head: () => chunks[0] ?? Buffer.alloc(0),
    all: () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
  };
}
