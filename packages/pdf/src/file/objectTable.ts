/** Writes the cross-reference table: where each object of a file is, by its number. */

/** The place of consecutive objects: one in the file, or several in a stream. */
export interface Place {
  kind: 0 | 1 | 2;
  /** The first object number, and the number of objects. */
  first: number;
  count: number;
  /**
   * The offset in the file, or the number of the stream and the index of the first object in it.
   */
  where: number;
  index: number;
}

/** The entry of object number 0, which is always free. */
export const FREE: Place = { kind: 0, first: 0, count: 1, where: 0, index: 65_535 };

const FIELDS = 7;
/**
 * PNG predictor "Up": an entry is its difference from the one above, so that the entries of objects
 * in one stream are equal.
 */
const UP = 2;
const NEXT = Buffer.from([UP, 0, 0, 0, 0, 0, 0, 1]);

/** The dictionary entries that declare this predictor, and the widths of kind, place and index. */
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
