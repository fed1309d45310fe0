/** A growing buffer into which an XML document is written; the next document reuses its memory. */
import { ENCODING, escaped } from './xml.js';
import type { XmlTemplate } from './xmlTemplate.js';

export class XmlBuffer {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #end = 0;

  clear(): void {
    this.#end = 0;
  }

  /** What was written since `clear`; valid until the next `clear`, so use it before any await. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Writes XML that xml.ts has encoded. */
  write(xml: string): void {
    this.#makeRoom(xml.length);
    this.#end += this.#bytes.write(xml, this.#end, ENCODING);
  }

  /** Writes text between tags, escaped and encoded. */
  text(value: string): void {
    const xml = escaped(value);
    this.#makeRoom(MAX_UTF8_BYTES * xml.length);
    this.#end += this.#bytes.write(xml, this.#end);
  }

  /**
   * Writes a template with its values, which xml.ts has encoded. One call is faster than a call of
   * `write` for each value.
   */
  fill({ pieces, size }: XmlTemplate, values: readonly string[] = []): void {
    let length = size;
    for (let at = 0; at < values.length; at += 1) length += (values[at] as string).length;
    this.#makeRoom(length);
    const bytes = this.#bytes;
    let end = this.#end;
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] as Uint8Array;
      bytes.set(piece, end);
      end += piece.length;
      if (at === values.length) break;
      const value = values[at] as string;
      for (let i = 0; i < value.length; i += 1) bytes[end + i] = value.charCodeAt(i);
      end += value.length;
    }
    this.#end = end;
  }

  #makeRoom(length: number): void {
    const end = this.#end + length;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end);
  }
}

/** The most bytes that one UTF-16 code unit takes in UTF-8. */
const MAX_UTF8_BYTES = 3;
