/** Converts a valid object of a request to the part of the `Sale` that its block describes. */
import type { Block, Field, Fields } from './fields/field.js';

/** Adds the fields of `holder` to `sale`, and returns it. */
export type BlockReader = (holder: Fields, body: Fields, sale?: Fields) => Fields;

interface Reader {
  wire: string;
  /** Does nothing for a field that has no place in the `Sale`. */
  read(sale: Fields, sent: unknown, holder: Fields, body: Fields): void;
}

/**
 * Call it once for each block. As in the fast predicate, the reader of each position is reused for
 * the next object, because the lines of a document have the same order of keys.
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

/** Makes the function that writes a value at a path of one or two steps of the `Sale`. */
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

/** The default value of an absent field; an absent list becomes an empty one. */
function defaultOf({ type, sale: path, otherwise }: Field): Default[] {
  if (path === undefined) return [];
  if (typeof otherwise === 'function') return [{ path, make: otherwise }];
  if (otherwise !== undefined) return [{ path, make: () => otherwise }];
  return type.list ? [{ path, make: () => [] }] : [];
}
