/** Moves buffers between threads instead of copying them. */

/** The memory of those that own all of theirs; a small Buffer shares it with others. */
export const movable = (...buffers: (Uint8Array | undefined)[]): ArrayBuffer[] =>
  buffers.flatMap((bytes) =>
    bytes && bytes.byteLength > 0 && bytes.byteLength === bytes.buffer.byteLength
      ? [bytes.buffer as ArrayBuffer]
      : [],
  );
