/** Writes a table `cmap`, by which a font finds the glyphs of characters (format 4, Unicode). */

/** @param characters sorted by code point */
export function characterMap(characters: readonly { point: number; glyph: number }[]): Buffer {
  const segments = [...segmentsOf(characters), { first: 0xffff, last: 0xffff, delta: 1 }];
  const count = segments.length;
  const power = Math.floor(Math.log2(count));
  const fields = [
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 16 + 8 * count, 0, 2 * count, 2 ** (power + 1), power, 2 * (count - 2 ** power)],
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ delta }) => delta & 0xffff),
    ...segments.map(() => 0),
  ];
  const table = Buffer.alloc(2 * fields.length);
  for (const [i, field] of fields.entries()) table.writeUInt16BE(field, 2 * i);
  return table;
}

interface Segment {
  first: number;
  last: number;
  /** What is added to a code point to get its glyph. */
  delta: number;
}

/** Consecutive characters with consecutive glyphs are one segment. */
function segmentsOf(characters: readonly { point: number; glyph: number }[]): Segment[] {
  const segments: Segment[] = [];
  for (const { point, glyph } of characters) {
    const before = segments.at(-1);
    if (before?.last === point - 1 && before.delta === glyph - point) before.last = point;
    else segments.push({ first: point, last: point, delta: glyph - point });
  }
  return segments;
}
