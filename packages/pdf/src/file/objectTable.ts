/** Writes the table of where the objects of a file are, by their numbers. */

/** Where some consecutive objects are: one in the file, or several in a stream. */
export interface Place {
  kind: 0 | 1 | 2;
  /** Their first number, and how many they are. */
  first: number;
  count: number;
  /** The offset in the file, or the number of the stream; and the first one's index there. */
  where: number;
  index: number;
}

/** Of the number 0, which no object has. */
export const FREE: Place = { kind: 0, first: 0, count: 1, where: 0, index: 65_535 };

const FIELDS = 7;
/** Each object has its differences from the one above, so that those in a stream are the same. */
const UP = 2;
const NEXT = Buffer.from([UP, 0, 0, 0, 0, 0, 0, 1]);

/** The entries that say so: the bytes of a kind, a place and an index. */
export const TABLE = {
  W: [1, 4, 2],
  DecodeParms: `<< /Predictor 12 /Columns ${FIELDS} >>`,
};

/** @param size one more than the highest number */
export function tableOf(size: number, places: readonly Place[]): Buffer {
  const table = Buffer.alloc(NEXT.length * size, NEXT);
  const [fields, above] = [Buffer.alloc(FIELDS), Buffer.alloc(FIELDS)];
  for (const place of places.toSorted((a, b) => a.first - b.first)) {
    const start = NEXT.length * place.first;
    set(fields, place, 0);
    for (let at = 0; at < FIELDS; at++)
      table[start + 1 + at] = (fields[at] as number) - (above[at] as number);
    // the upper byte of the index
    for (let at = 256; at < place.count; at += 256) table[start + NEXT.length * at + 6] = 1;
    set(above, place, place.count - 1);
  }
  return table;
}

function set(fields: Buffer, { kind, where, index }: Place, after: number): void {
  fields[0] = kind;
  fields.writeUInt32BE(where, 1);
  fields.writeUInt16BE(index + after, 5);
}
