/**
 * Writes the structure of a PDF: numbered objects, the table of their offsets, and the trailer.
 * Nothing is compressed here, so that what is the same in many documents is compressed once.
 */
import { dictionary, type Value } from './values.js';

/** A reference to an object: `3 0 R`. */
export type Ref = string;

export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): Ref;
  /** Writes an object with its value in PDF syntax. */
  write(ref: Ref, value: string): void;
  /** Writes an object and returns its reference. */
  add(value: string): Ref;
  /** Writes a stream, whose content is encoded as its entries say. */
  addStream(entries: Readonly<Record<string, Value | undefined>>, content: Buffer): Ref;
  /** @param id 32 hexadecimal digits that tell this file from others */
  finish(root: Ref, info: Ref, id: string): Buffer;
}

/** The comment of four bytes beyond ASCII tells programs that the file is binary. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function createPdfFile(): PdfFile {
  const chunks: (string | Buffer)[] = [HEADER];
  const offsets: number[] = [];
  let end = HEADER.length;
  // all strings are ASCII, so that a character is a byte
  const push = (chunk: string | Buffer) => {
    chunks.push(chunk);
    end += chunk.length;
  };
  const begin = (ref: Ref) => {
    offsets[Number.parseInt(ref, 10) - 1] = end;
    push(`${ref.slice(0, -1)}obj\n`);
  };
  const reserve = () => `${offsets.push(0)} 0 R`;
  const write = (ref: Ref, value: string) => {
    begin(ref);
    push(`${value}\nendobj\n`);
  };
  return {
    reserve,
    write,
    add(value) {
      const ref = reserve();
      write(ref, value);
      return ref;
    },
    addStream(entries, content) {
      const ref = reserve();
      begin(ref);
      push(`${dictionary({ ...entries, Length: content.length })}\nstream\n`);
      push(content);
      push('\nendstream\nendobj\n');
      return ref;
    },
    finish(root, info, id) {
      const table = end;
      const Size = offsets.length + 1;
      const trailer = dictionary({ Size, Root: root, Info: info, ID: [`<${id}>`, `<${id}>`] });
      push(`xref\n0 ${Size}\n0000000000 65535 f \n${offsets.map(entry).join('')}`);
      push(`trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`);
      return joined(chunks, end);
    },
  };
}

const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;

function joined(chunks: readonly (string | Buffer)[], length: number): Buffer {
  const file = Buffer.allocUnsafe(length);
  let at = 0;
  for (const chunk of chunks)
    at += typeof chunk === 'string' ? file.write(chunk, at, 'latin1') : chunk.copy(file, at);
  return file;
}
