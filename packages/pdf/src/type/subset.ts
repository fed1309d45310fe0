/**
 * Makes a TrueType file with only the outlines that a document uses. Glyphs keep their numbers, so
 * that the codes of a word can be cached; the gaps deflate to almost nothing. Hints are left out,
 * because they matter only on old screens.
 */
import type { Font } from './font.js';

const POINTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_PARTS = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_HINTS = 0x0100;

/** Offsets in the tables of a TrueType file. */
const CHECKSUM_IN_HEAD = 8;
const OFFSET_FORMAT_IN_HEAD = 50;
const METRICS_IN_HHEA = 34;
const GLYPHS_IN_MAXP = 4;

/** The advance and the left side bearing of a glyph, and its offset in `loca`. */
const METRIC_BYTES = 4;
const OFFSET_BYTES = 4;

/** @param map the table `cmap` of a font whose codes are not its glyphs */
export function subset(font: Font, used: Iterable<number>, map?: Buffer): Buffer {
  const outlines = withParts(font, used);
  const count = Math.max(...outlines.keys()) + 1;
  const glyphs = Array.from({ length: count }, (_, glyph) => outlines.get(glyph));
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, CHECKSUM_IN_HEAD);
  head.writeInt16BE(1, OFFSET_FORMAT_IN_HEAD);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(count, METRICS_IN_HHEA);
  const maxp = Buffer.from(font.table('maxp'));
  maxp.writeUInt16BE(count, GLYPHS_IN_MAXP);
  return trueTypeFile({
    ...(map && { cmap: map }),
    glyf: Buffer.concat(glyphs.filter((outline) => outline !== undefined)),
    head,
    hhea,
    hmtx: metricsOf(font, glyphs),
    loca: offsetsOf(glyphs),
    maxp,
  });
}

/** The outline of each glyph; undefined where none is drawn. */
type Outlines = readonly (Buffer | undefined)[];

/** The table `loca`: where each outline ends in `glyf`. A glyph without one takes no bytes. */
function offsetsOf(glyphs: Outlines): Buffer {
  const loca = Buffer.alloc(OFFSET_BYTES * (glyphs.length + 1));
  let end = 0;
  glyphs.forEach((outline, glyph) => {
    end += outline?.length ?? 0;
    loca.writeUInt32BE(end, OFFSET_BYTES * (glyph + 1));
  });
  return loca;
}

/** The table `hmtx`, in which the font lets its last glyphs share one metric. */
function metricsOf(font: Font, glyphs: Outlines): Buffer {
  const metrics = font.table('hmtx');
  const last = font.table('hhea').readUInt16BE(METRICS_IN_HHEA) - 1;
  const hmtx = Buffer.alloc(METRIC_BYTES * glyphs.length);
  glyphs.forEach((outline, glyph) => {
    if (!outline) return;
    const from = METRIC_BYTES * Math.min(glyph, last);
    metrics.copy(hmtx, METRIC_BYTES * glyph, from, from + METRIC_BYTES);
  });
  return hmtx;
}

/** The outlines, by glyph, of the used glyphs, of the parts of composite ones, and of glyph 0. */
function withParts(font: Font, used: Iterable<number>): Map<number, Buffer> {
  const outlines = new Map<number, Buffer>();
  const open = [0, ...used];
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (outlines.has(glyph)) continue;
    const { outline, parts } = unhinted(font.outline(glyph));
    outlines.set(glyph, outline);
    open.push(...parts);
  }
  return outlines;
}

/** The number of contours, and the box around them. */
const OUTLINE_HEADER = 10;

/** An outline without its hints, and the glyphs that a composite one is made of. */
function unhinted(outline: Buffer): { outline: Buffer; parts: number[] } {
  if (outline.length === 0) return { outline, parts: [] };
  const contours = outline.readInt16BE(0);
  if (contours < 0) return composite(outline);
  const hints = OUTLINE_HEADER + 2 * contours;
  const rest = hints + 2 + outline.readUInt16BE(hints);
  return {
    outline: padded([outline.subarray(0, hints), Buffer.alloc(2), outline.subarray(rest)]),
    parts: [],
  };
}

function composite(original: Buffer): { outline: Buffer; parts: number[] } {
  const outline = Buffer.from(original);
  const parts: number[] = [];
  let at = OUTLINE_HEADER;
  let flags: number;
  do {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    outline.writeUInt16BE(flags & ~HAS_HINTS, at);
    at += partBytes(flags);
  } while (flags & MORE_PARTS);
  return { outline: padded([outline.subarray(0, at)]), parts };
}

/** How many bytes a part takes: its flags and its glyph, its position, and its scale. */
function partBytes(flags: number): number {
  const placed = 4 + (flags & POINTS_ARE_WORDS ? 4 : 2);
  if (flags & HAS_SCALE) return placed + 2;
  if (flags & HAS_TWO_SCALES) return placed + 4;
  return flags & HAS_MATRIX ? placed + 8 : placed;
}

/** Pads to a multiple of four bytes, at which tables and outlines begin. */
function padded(chunks: readonly Buffer[]): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return Buffer.concat(chunks, (length + 3) & ~3);
}

/** @param tables in the order of their tags */
function trueTypeFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  const header = Buffer.alloc(12 + 16 * entries.length);
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(entries.length, 4);
  const power = 2 ** Math.floor(Math.log2(entries.length));
  header.writeUInt16BE(16 * power, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE(16 * (entries.length - power), 10);
  let start = header.length;
  const bodies = entries.map(([tag, content], i) => {
    const body = padded([content]);
    const at = 12 + 16 * i;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum(body), at + 4);
    header.writeUInt32BE(start, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    start += body.length;
    return body;
  });
  return Buffer.concat([header, ...bodies]);
}

function checksum(body: Buffer): number {
  let sum = 0;
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0;
  return sum;
}
