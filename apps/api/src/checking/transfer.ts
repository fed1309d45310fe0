/** Moves buffers between threads instead of copying them. */

/** The ArrayBuffers that can be transferred: a small Buffer shares its ArrayBuffer with others. */
export const movable = (...buffers: (Uint8Array | undefined)[]): ArrayBuffer[] =>
  buffers.flatMap((bytes) =>
    bytes && bytes.byteLength > 0 && bytes.byteLength === bytes.buffer.byteLength
      ? [bytes.buffer as ArrayBuffer]
      : [],
  );
