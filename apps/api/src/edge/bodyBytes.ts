/** Gathers the chunks of a body into one buffer. */
import { LARGE } from './parseBody.js';

export interface BodyBytes {
  add(chunk: Buffer): void;
  /** What has arrived so far. */
  all(): Buffer;
}

/**
 * A body that is declared as large is copied into its buffer as it comes: its chunks are free at
 * once, and the buffer can be moved to another thread.
 */
export const createBodyBytes = (declared: number): BodyBytes =>
  declared > LARGE ? copied(declared) : listed();

function copied(declared: number): BodyBytes {
  const buffer = Buffer.allocUnsafeSlow(declared);
  let length = 0;
  return {
    add(chunk) {
      length += chunk.copy(buffer, length);
    },
    all: () => (length === declared ? buffer : buffer.subarray(0, length)),
  };
}

function listed(): BodyBytes {
  const chunks: Buffer[] = [];
  return {
    add(chunk) {
      chunks.push(chunk);
    },
    all: () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
  };
}
