/**
 * Where a document is written, byte for byte, before it is known how long it will be. The next one
 * is written over it.
 */
import type { Frame } from './frame.js';
import { ENCODING, escaped } from './xml.js';

export class Page {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #end = 0;

  clear(): void {
    this.#end = 0;
  }

  /**
   * What was written since it was cleared. Good until it is cleared again: use it before any wait.
   */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** XML as xml.ts makes it. */
  write(xml: string): void {
    this.#makeRoom(xml.length);
    this.#end += this.#bytes.write(xml, this.#end, ENCODING);
  }

  /** Text between tags. */
  text(value: string): void {
    const xml = escaped(value);
    this.#makeRoom(UTF8_MOST * xml.length);
    this.#end += this.#bytes.write(xml, this.#end);
  }

  /**
   * A frame with its values in the order of its gaps, each written as XML already, and short: a
   * call for each would cost more.
   */
  fill({ pieces, size }: Frame, values: readonly string[] = []): void {
    let length = size;
    for (let gap = 0; gap < values.length; gap += 1) length += (values[gap] as string).length;
    this.#makeRoom(length);
    const bytes = this.#bytes;
    let end = this.#end;
    for (let gap = 0; gap < pieces.length; gap += 1) {
      const piece = pieces[gap] as Uint8Array;
      bytes.set(piece, end);
      end += piece.length;
      if (gap === values.length) break;
      const value = values[gap] as string;
      for (let at = 0; at < value.length; at += 1) bytes[end + at] = value.charCodeAt(at);
      end += value.length;
    }
    this.#end = end;
  }

  #makeRoom(length: number): void {
    const end = this.#end + length;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end);
  }
}

/** Bytes of a character of JavaScript, at most. */
const UTF8_MOST = 3;
