/**
 * Copies arriving bytes into one growing buffer: a body sent byte by byte would otherwise be a list
 * of a million buffers of two hundred bytes each.
 */

const FIRST = 1_024;

export function growingBytes() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    length: (): number => length,
    add(bytes: Buffer): void {
      if (length + bytes.length > buffer.length) {
        const larger = Math.max(buffer.length * 2, length + bytes.length, FIRST);
        const next = Buffer.allocUnsafeSlow(larger);
        buffer.copy(next, 0, 0, length);
        buffer = next;
      }
      length += bytes.copy(buffer, length);
    },
    all: (): Buffer => buffer.subarray(0, length),
    /** Returns all bytes in a buffer of their size, and begins anew. */
    take(): Buffer {
      const taken = Buffer.from(buffer.subarray(0, length));
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}
