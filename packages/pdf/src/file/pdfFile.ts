/**
 * Writes the structure of a PDF: numbered objects, and the table of where they are. Streams come
 * compressed, so that what is the same in many documents is compressed once; small objects of one
 * kind are compressed together here.
 */
import { deflateSync } from 'node:zlib';
import { dictionary, type Value } from './values.js';

/** A reference to an object: `3 0 R`. */
export type Ref = string;

export interface PdfFile {
  /** The number of an object that is written later. */
  reserve(): Ref;
  /** Writes an object with its value in PDF syntax. */
  write(ref: Ref, value: string): void;
  /** Writes an object that is compressed together with others. */
  pack(ref: Ref, value: string): void;
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
  const packed: { number: number; value: string }[] = [];
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
    pack: (ref, value) => packed.push({ number: Number.parseInt(ref, 10), value }),
    add(value) {
      const ref = reserve();
      write(ref, value);
      return ref;
    },
    addStream,
    finish(root, info, id) {
      const places = packedIn(packed, addStream);
      const table = end;
      const own = offsets.length + 1;
      const rows = offsets.map((offset, at) => places.get(at + 1) ?? ([1, offset, 0] as const));
      const entries = {
        ...{ Type: '/XRef', Size: own + 1, W: [1, 4, 2], Root: root, Info: info },
        ...{ ID: [`<${id}>`, `<${id}>`], Filter: '/FlateDecode' },
      };
      addStream(entries, deflateSync(tableOf([[0, 0, 65_535], ...rows, [1, table, 0]]), DEFLATE));
      push(`startxref\n${table}\n%%EOF\n`);
      return joined(chunks, end);
    },
  };
}

const DEFLATE = { level: 3 };
/** A row of the table: in the file at an offset, or in a stream at an index. */
type Place = readonly [kind: number, where: number, index: number];

/** Writes the packed objects in one stream. @returns by object, the stream and its index there */
function packedIn(
  packed: readonly { number: number; value: string }[],
  addStream: PdfFile['addStream'],
): Map<number, Place> {
  if (packed.length === 0) return new Map();
  let at = 0;
  const starts = packed.map(({ number, value }) => {
    const start = `${number} ${at}`;
    at += value.length + 1;
    return start;
  });
  const head = `${starts.join(' ')}\n`;
  const content = Buffer.from(`${head}${packed.map(({ value }) => value).join('\n')}`, 'latin1');
  const stream = addStream(
    { Type: '/ObjStm', N: packed.length, First: head.length, Filter: '/FlateDecode' },
    deflateSync(content, DEFLATE),
  );
  const where = Number.parseInt(stream, 10);
  return new Map(packed.map(({ number }, index) => [number, [2, where, index]]));
}

function tableOf(rows: readonly Place[]): Buffer {
  const table = Buffer.alloc(7 * rows.length);
  rows.forEach(([kind, where, index], row) => {
    table.writeUInt8(kind, 7 * row);
    table.writeUInt32BE(where, 7 * row + 1);
    table.writeUInt16BE(index, 7 * row + 5);
  });
  return table;
}

function joined(chunks: readonly (string | Buffer)[], length: number): Buffer {
  const file = Buffer.allocUnsafe(length);
  let at = 0;
  for (const chunk of chunks)
    at += typeof chunk === 'string' ? file.write(chunk, at, 'latin1') : chunk.copy(file, at);
  return file;
}
