/**
 * Writes the structure of a PDF: numbered objects, and the table of where they are. Streams come
 * compressed, so that what is the same in many documents is compressed once; small objects of one
 * kind are compressed together here.
 */
import { deflateSync } from 'node:zlib';
import { type ByteWriter, createByteWriter } from './byteWriter.js';
import { dictionary, type Value } from './values.js';

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
  addStream(entries: Readonly<Record<string, Value | undefined>>, content: Buffer): Ref;
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
  const offsets: number[] = [];
  const packs: Pack[] = [];
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
  const addStream: PdfFile['addStream'] = (entries, content) => {
    const ref = reserve();
    begin(ref);
    push(`${dictionary({ ...entries, Length: content.length })}\nstream\n`);
    push(content);
    push('\nendstream\nendobj\n');
    return ref;
  };
  return {
    reserve,
    write,
    pack(count, write) {
      const first = offsets.length + 1;
      for (let at = 0; at < count; at++) offsets.push(0);
      const { head, content } = packed(first, write);
      const entries = { Type: '/ObjStm', N: count, First: head, Filter: '/FlateDecode' };
      const stream = addStream(entries, content);
      packs.push({ first, count, stream: Number.parseInt(stream, 10) });
      return `${first + count - 1} 0 R`;
    },
    add(value) {
      const ref = reserve();
      write(ref, value);
      return ref;
    },
    addStream,
    finish(root, info, id) {
      const table = end;
      const entries = {
        ...{ Type: '/XRef', Size: offsets.length + 2, W: WIDTHS, Root: root, Info: info },
        ...{ ID: [`<${id}>`, `<${id}>`], Filter: '/FlateDecode', DecodeParms: DIFFERENCES },
      };
      addStream(entries, deflateSync(tableOf([...offsets, table], packs), FASTEST));
      push(`startxref\n${table}\n%%EOF\n`);
      return joined(chunks, end);
    },
  };
}

/**
 * For what repeats itself within a few lines, as operators and objects do: in a window of 4 KB
 * pages are as small as in one of 32 KB, and objects a tenth smaller. More effort costs more, and
 * saves a twentieth.
 */
export const FASTEST = { level: 1, windowBits: 12, memLevel: 6 };

/** Consecutive objects that are compressed in one stream. */
interface Pack {
  first: number;
  count: number;
  stream: number;
}

/** A file is written in one go, so that all of a process share these buffers. */
const [head, values] = [createByteWriter(), createByteWriter()];
let packing = false;

function packed(
  first: number,
  write: (objects: PackWriter, first: number) => void,
): { head: number; content: Buffer } {
  if (packing) throw new Error('objects are packed while others are');
  packing = true;
  // what an error has left
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
  return { head: table.length, content: deflateSync(content, FASTEST) };
}

/** The bytes of a row: whether in the file or in a stream, where, and the index there. */
const WIDTHS = [1, 4, 2];
const ROW = 1 + 7;
/** Rows are differences from the row above, so that consecutive objects have the same bytes. */
const DIFFERENCES = `<< /Predictor 12 /Columns ${ROW - 1} >>`;
const UP = 2;

function tableOf(offsets: readonly number[], packs: readonly Pack[]): Buffer {
  const table = Buffer.alloc(ROW * (offsets.length + 1));
  const write = (row: number, kind: number, where: number, index: number) => {
    table[ROW * row + 1] = kind;
    table.writeUInt32BE(where, ROW * row + 2);
    table.writeUInt16BE(index, ROW * row + 6);
  };
  write(0, 0, 0, 65_535);
  offsets.forEach((offset, at) => {
    write(at + 1, 1, offset, 0);
  });
  for (const { first, count, stream } of packs)
    for (let index = 0; index < count; index++) write(first + index, 2, stream, index);
  for (let at = table.length - 1; at >= ROW; at--)
    table[at] = (table[at] as number) - (table[at - ROW] as number);
  for (let at = 0; at < table.length; at += ROW) table[at] = UP;
  return table;
}

function joined(chunks: readonly (string | Buffer)[], length: number): Buffer {
  const file = Buffer.allocUnsafe(length);
  let at = 0;
  for (const chunk of chunks)
    at += typeof chunk === 'string' ? file.write(chunk, at, 'latin1') : chunk.copy(file, at);
  return file;
}
