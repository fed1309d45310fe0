/** Reads from a TrueType file what printing needs: its characters, their widths and outlines. */

export interface Font {
  /** The PostScript name. */
  name: string;
  /** In thousandths of the type size, like the next three. */
  ascent: number;
  descent: number;
  capHeight: number;
  box: [number, number, number, number];
  /** The glyph of a character, or 0 when the font lacks it. */
  glyphOf(codePoint: number): number;
  /** The width of a glyph, in thousandths of the type size. */
  advance(glyph: number): number;
  /** The bytes of a table. */
  table(tag: string): Buffer;
  /** The bytes of an outline; empty for a space. */
  outline(glyph: number): Buffer;
}

const MAPPED_4 = 4;
const MAPPED_12 = 12;
/** The name id of the PostScript name. */
const POSTSCRIPT = 6;

export function readFont(file: Buffer): Font {
  const tables = directory(file);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`the font has no table ${tag}`);
    return found;
  };
  const head = table('head');
  const scale = 1000 / head.readUInt16BE(18);
  const scaled = (value: number) => Math.round(value * scale);
  const long = head.readInt16BE(50) === 1;
  const [loca, glyf, hmtx, hhea] = [table('loca'), table('glyf'), table('hmtx'), table('hhea')];
  const metrics = hhea.readUInt16BE(34);
  const offset = (glyph: number) =>
    long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const glyphs = characters(table('cmap'));
  return {
    name: postScriptName(table('name')),
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: capHeight(table('OS/2'), scaled) ?? 700,
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))) as Font['box'],
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    advance: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * scale,
    table,
    outline: (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)),
  };
}

function directory(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const entry = 12 + 16 * i;
    const start = file.readUInt32BE(entry + 8);
    tables.set(
      file.toString('latin1', entry, entry + 4),
      file.subarray(start, start + file.readUInt32BE(entry + 12)),
    );
  }
  return tables;
}

/** Maps code points to glyphs; only format 12 has characters beyond the first Unicode plane. */
function characters(cmap: Buffer): Map<number, number> {
  const mappings = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4)),
  );
  const of = (format: number) => mappings.find((mapping) => mapping.readUInt16BE(0) === format);
  const wide = of(MAPPED_12);
  if (wide) return format12(wide);
  const narrow = of(MAPPED_4);
  if (!narrow) throw new Error('the font has no Unicode mapping');
  return format4(narrow);
}

function format12(mapping: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < mapping.readUInt32BE(12); i++) {
    const at = 16 + 12 * i;
    const [first, last, glyph] = [
      mapping.readUInt32BE(at),
      mapping.readUInt32BE(at + 4),
      mapping.readUInt32BE(at + 8),
    ];
    for (let point = first; point <= last; point++) glyphs.set(point, glyph + point - first);
  }
  return glyphs;
}

function format4(mapping: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  const double = mapping.readUInt16BE(6);
  for (let at = 14; at < 14 + double; at += 2) {
    const last = mapping.readUInt16BE(at);
    const first = mapping.readUInt16BE(at + double + 2);
    const delta = mapping.readUInt16BE(at + 2 * double + 2);
    const place = at + 3 * double + 2;
    const range = mapping.readUInt16BE(place);
    for (let point = first; point <= last && point < 0xffff; point++) {
      const glyph = range === 0 ? point : mapping.readUInt16BE(place + range + 2 * (point - first));
      if (glyph !== 0) glyphs.set(point, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

function postScriptName(name: Buffer): string {
  const texts = name.readUInt16BE(4);
  for (let i = 0; i < name.readUInt16BE(2); i++) {
    const at = 6 + 12 * i;
    if (name.readUInt16BE(at) !== 3 || name.readUInt16BE(at + 6) !== POSTSCRIPT) continue;
    const start = texts + name.readUInt16BE(at + 10);
    return Buffer.from(name.subarray(start, start + name.readUInt16BE(at + 8)))
      .swap16()
      .toString('utf16le');
  }
  throw new Error('the font has no name');
}

/** Undefined in older versions of the table. */
const capHeight = (os2: Buffer, scaled: (value: number) => number): number | undefined =>
  os2.readUInt16BE(0) >= 2 ? scaled(os2.readInt16BE(88)) : undefined;
