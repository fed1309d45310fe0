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

/** @param map the table `cmap` of a font whose codes are not its glyphs */
export function subset(font: Font, used: Iterable<number>, map?: Buffer): Buffer {
  const outlines = withParts(font, used);
  const count = Math.max(...outlines.keys()) + 1;
  const loca = Buffer.alloc(4 * (count + 1));
  const hmtx = Buffer.alloc(4 * count);
  const metrics = font.table('hmtx');
  const lastMetric = font.table('hhea').readUInt16BE(34) - 1;
  const drawn: Buffer[] = [];
  let end = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = outlines.get(glyph);
    if (outline) {
      drawn.push(outline);
      end += outline.length;
      const from = 4 * Math.min(glyph, lastMetric);
      metrics.copy(hmtx, glyph * 4, from, from + 4);
    }
    loca.writeUInt32BE(end, 4 * (glyph + 1));
  }
  const head = Buffer.from(font.table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(font.table('hhea'));
  hhea.writeUInt16BE(count, 34);
  const maxp = Buffer.from(font.table('maxp'));
  maxp.writeUInt16BE(count, 4);
  return assemble({
    ...(map && { cmap: map }),
    glyf: Buffer.concat(drawn),
    head,
    hhea,
    hmtx,
    loca,
    maxp,
  });
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

function unhinted(outline: Buffer): { outline: Buffer; parts: number[] } {
  if (outline.length === 0) return { outline, parts: [] };
  const contours = outline.readInt16BE(0);
  if (contours < 0) return composite(outline);
  const hints = 10 + 2 * contours;
  const rest = hints + 2 + outline.readUInt16BE(hints);
  return {
    outline: padded([outline.subarray(0, hints), Buffer.alloc(2), outline.subarray(rest)]),
    parts: [],
  };
}

function composite(original: Buffer): { outline: Buffer; parts: number[] } {
  const outline = Buffer.from(original);
  const parts: number[] = [];
  let at = 10;
  for (let more = true; more; ) {
    const flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    outline.writeUInt16BE(flags & ~HAS_HINTS, at);
    at += 4 + (flags & POINTS_ARE_WORDS ? 4 : 2);
    at += flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
    more = (flags & MORE_PARTS) !== 0;
  }
  return { outline: padded([outline.subarray(0, at)]), parts };
}

/** Pads to a multiple of four bytes, at which tables and outlines begin. */
function padded(chunks: readonly Buffer[]): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return Buffer.concat(chunks, (length + 3) & ~3);
}

/** @param tables in the order of their tags */
function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
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
