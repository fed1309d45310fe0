/**
 * Writes the structure of a PDF: numbered objects and their cross-reference table. Streams are
 * passed in compressed form, so that what many documents share is compressed once; small objects of
 * one kind are compressed together here.
 */
import { deflateSync } from 'node:zlib';
import { type ByteWriter, createByteWriter } from './byteWriter.js';
import { FREE, type Place, TABLE, tableOf } from './objectTable.js';
import { type Entries, streamDictionary } from './values.js';

/** A reference to an object: `3 0 R`. */
export type Ref = string;

export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): Ref;
  /** Writes an object with its value in PDF syntax. */
  write(ref: Ref, value: string): void;
  /**
   * Writes objects with consecutive numbers, compressed together.
   * @param count how many
   * @param write writes their values in turn, each after a call of `next`
   * @returns the reference of the last one
   */
  pack(count: number, write: (objects: PackWriter, first: number) => void): Ref;
  /** Writes an object and returns its reference. */
  add(value: string): Ref;
  /** Writes a stream, whose content is encoded as its entries say. */
  addStream(entries: Entries, content: Buffer): Ref;
  /** @param id 32 hexadecimal digits that tell this file from others */
  finish(root: Ref, info: Ref, id: string): Buffer;
}

/** Where the values of packed objects are written. */
export interface PackWriter extends Pick<ByteWriter, 'text' | 'number'> {
  next(): void;
}

/** The comment of four bytes beyond ASCII tells programs that the file is binary. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function createPdfFile(): PdfFile {
  const chunks: (string | Buffer)[] = [HEADER];
  const places: Place[] = [FREE];
  let objects = 0;
  let end = HEADER.length;
  // strings are ASCII only: a character is a byte
  const push = (chunk: string | Buffer) => {
    chunks.push(chunk);
    end += chunk.length;
  };
  const write = (ref: Ref, value: string) => {
    places.push({ kind: 1, first: Number.parseInt(ref, 10), count: 1, where: end, index: 0 });
    push(`${ref.slice(0, -1)}obj\n${value}\n`);
  };
  const reserve = () => `${++objects} 0 R`;
  const addStream: PdfFile['addStream'] = (entries, content) => {
    const ref = reserve();
    write(ref, `${streamDictionary(entries, content.length)}\nstream`);
    push(content);
    push('\nendstream\nendobj\n');
    return ref;
  };
  return {
    reserve,
    write: (ref, value) => write(ref, `${value}\nendobj`),
    pack(count, write) {
      const first = objects + 1;
      objects += count;
      const { head, content } = packed(first, write);
      const entries = { Type: '/ObjStm', N: count, First: head, Filter: '/FlateDecode' };
      const stream = addStream(entries, content);
      places.push({ kind: 2, first, count, where: Number.parseInt(stream, 10), index: 0 });
      return `${first + count - 1} 0 R`;
    },
    add(value) {
      const ref = reserve();
      write(ref, `${value}\nendobj`);
      return ref;
    },
    addStream,
    finish(root, info, id) {
      const [where, size] = [end, objects + 2];
      const own: Place = { kind: 1, first: objects + 1, count: 1, where, index: 0 };
      const table = deflateSync(tableOf(size, [...places, own]), DEFLATE);
      addStream(tableEntries(size, root, info, id), table);
      push(`startxref\n${where}\n%%EOF\n`);
      return joined(chunks, end);
    },
  };
}

const tableEntries = (size: number, root: Ref, info: Ref, id: string): Entries => ({
  Type: '/XRef',
  Size: size,
  W: TABLE.W,
  Root: root,
  Info: info,
  ID: [`<${id}>`, `<${id}>`],
  Filter: '/FlateDecode',
  DecodeParms: TABLE.DecodeParms,
});

/**
 * For repetitive content such as operators and objects. The default effort takes twice as long and
 * saves a twentieth.
 */
export const DEFLATE = { level: 2, windowBits: 13, memLevel: 6 };
/** Objects repeat the few before them: in a window of 4 KB they are a tenth smaller. */
const DEFLATE_OBJECTS = { ...DEFLATE, windowBits: 12 };

/** Shared by all files of the process, because each is written without interruption. */
const [head, values] = [createByteWriter(), createByteWriter()];
let packing = false;

function packed(
  first: number,
  write: (objects: PackWriter, first: number) => void,
): { head: number; content: Buffer } {
  if (packing) throw new Error('objects are packed while others are');
  packing = true;
  // drops what an error left in the buffer
  head.take();
  values.take();
  let number = first;
  const next = () => {
    if (number > first) values.text('\n');
    head.number(number++);
    head.text(' ');
    head.number(values.length());
    head.text(' ');
  };
  try {
    write({ text: values.text, number: values.number, next }, first);
  } finally {
    packing = false;
  }
  const table = head.take();
  const content = Buffer.concat([table, values.take()]);
  return { head: table.length, content: deflateSync(content, DEFLATE_OBJECTS) };
}

function joined(chunks: readonly (string | Buffer)[], length: number): Buffer {
  const file = Buffer.allocUnsafe(length);
  let at = 0;
  for (const chunk of chunks)
    at += typeof chunk === 'string' ? file.write(chunk, at, 'latin1') : chunk.copy(file, at);
  return file;
}
