/** Makes the part of a `Sale` that a block describes from a valid object of the wire. */
import type { Block, Field, Fields } from './fields/field.js';

/** Adds what the holder has to `sale`, and returns it. */
export type BlockReader = (holder: Fields, body: Fields, sale?: Fields) => Fields;

interface Reader {
  wire: string;
  /** Does nothing for a field that the `Sale` does not keep. */
  read(sale: Fields, sent: unknown, holder: Fields, body: Fields): void;
}

/**
 * The closure is made once for each block. As in the fast predicate, the reader of each position is
 * kept from one object to the next, because the lines of a document list their keys alike.
 */
export function blockReader({ fields }: Block): BlockReader {
  const readers = new Map(fields.map((field) => [field.wire, readerOf(field)]));
  const defaults = fields.flatMap(defaultOf);
  const lastSeen: Reader[] = [];
  return (holder, body, sale = {}) => {
    let position = 0;
    for (const key in holder) {
      let reader = lastSeen[position];
      if (reader === undefined || reader.wire !== key) {
        reader = readers.get(key) as Reader;
        lastSeen[position] = reader;
      }
      position++;
      const sent = holder[key];
      if (sent !== undefined && sent !== null) reader.read(sale, sent, holder, body);
    }
    for (const { path, make } of defaults)
      if (sale[path] === undefined) sale[path] = make(holder, body);
    return sale;
  };
}

function readerOf({ wire, type, sale: path, from }: Field): Reader {
  if (path === undefined) return { wire, read: () => undefined };
  const write = writerTo(path);
  return {
    wire,
    read(sale, sent, holder, body) {
      const value = from === undefined ? type.toSale(sent, body) : from(holder, body);
      if (value !== undefined) write(sale, value);
    },
  };
}

/** Puts a value at a path of the `Sale`, in an object of its own where the path has two steps. */
function writerTo(path: string): (sale: Fields, value: unknown) => void {
  const [outer, inner] = path.split('.') as [string, string?];
  if (inner === undefined)
    return (sale, value) => {
      sale[outer] = value;
    };
  return (sale, value) => {
    sale[outer] = { ...(sale[outer] as Fields | undefined), [inner]: value };
  };
}

interface Default {
  path: string;
  make(holder: Fields, body: Fields): unknown;
}

/** A list that is absent is empty. */
function defaultOf({ type, sale: path, otherwise }: Field): Default[] {
  if (path === undefined) return [];
  if (typeof otherwise === 'function') return [{ path, make: otherwise }];
  if (otherwise !== undefined) return [{ path, make: () => otherwise }];
  return type.list ? [{ path, make: () => [] }] : [];
}
