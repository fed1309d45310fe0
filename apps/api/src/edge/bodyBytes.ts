/** Gathers the chunks of a body into one buffer. */
import { LARGE } from './parseBody.js';

export interface BodyBytes {
  add(chunk: Buffer): void;
  /** The bytes that have arrived so far. */
  head(): Buffer;
  /** All bytes; in an ArrayBuffer of their own if they may be transferred to another thread. */
  all(): Buffer;
}

/**
 * The size of a large body's first buffer. A body with too many values is refused within it, so
 * that two hundred buffers of the largest size do not cause one full garbage collection after
 * another.
 */
const FIRST = 256_000;
/** The first size when the length is undeclared: most such bodies are small. */
const FIRST_OF_UNKNOWN = 4_096;
const GROWTH = 4;

/**
 * A body that may be large is copied into its buffer while it arrives: the chunks are free at once,
 * and the buffer can be transferred to another thread.
 * @param declared the Content-Length; NaN without one
 * @param limit the most bytes that a body may have
 */
export const createBodyBytes = (declared: number, limit: number): BodyBytes =>
  declared <= LARGE ? listed() : copied(declared, limit);

function copied(declared: number, limit: number): BodyBytes {
  const most = declared || limit;
  let buffer = Buffer.allocUnsafeSlow(Math.min(declared || FIRST_OF_UNKNOWN, FIRST));
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
  const all = () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  return { add: (chunk) => void chunks.push(chunk), head: all, all };
}
