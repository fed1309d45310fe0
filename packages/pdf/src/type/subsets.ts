/** Makes the subset of a font that a document embeds, compressed and cached by its characters. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Face, fontOf } from './faces.js';
import type { Font } from './font.js';
import { charactersOf } from './groups.js';
import { subset } from './subset.js';

export interface FontSubset {
  /** The PostScript name, with the tag of the subset. */
  name: string;
  /** The TrueType file, deflated. */
  file: Buffer;
  /** The length of the file before it was deflated. */
  length: number;
  /** The widths of its glyphs, as the array W of a PDF. */
  widths: string;
  /** The text of each glyph, deflated, so that the PDF can be searched and copied. */
  toUnicode: Buffer;
}

/** Bounds the memory of subsets with characters of no group: about 8 KB each. */
const MAX_CACHED = 256;
const made = new LRUCache<string, FontSubset>({ max: MAX_CACHED });

/** What is compressed once for many documents may take its time. */
const DEFLATE = { level: 9 };

/**
 * @param groups the bits of groups
 * @param rare further glyphs, with their characters
 */
export function subsetOf(
  face: Face,
  groups: number,
  rare: ReadonlyMap<number, number>,
): FontSubset {
  const others = [...rare].sort(([a], [b]) => a - b);
  const name = `${face} ${groups} ${others.join(' ')}`;
  let found = made.get(name);
  if (!found) {
    found = make(fontOf(face), [...charactersOf(face, groups), ...others]);
    made.set(name, found);
  }
  return found;
}

function make(font: Font, characters: readonly (readonly [number, number])[]): FontSubset {
  const sorted = [...characters].sort(([a], [b]) => a - b);
  const glyphs = sorted.map(([glyph]) => glyph);
  // printers cache fonts by name, so two subsets need different names
  const tag = [...createHash('sha256').update(glyphs.join()).digest().subarray(0, 6)].map((byte) =>
    String.fromCharCode(65 + (byte % 26)),
  );
  const file = subset(font, glyphs);
  return {
    name: `${tag.join('')}+${font.name}`,
    file: deflateSync(file, DEFLATE),
    length: file.length,
    widths: widths(font, glyphs),
    toUnicode: deflateSync(toUnicode(sorted), DEFLATE),
  };
}

/** For each range of consecutive glyphs: the first glyph, then their widths. */
function widths(font: Font, glyphs: readonly number[]): string {
  let written = '';
  let after = -1;
  for (const glyph of glyphs) {
    const width = Math.round(font.advance(glyph));
    if (glyph === after) written += ` ${width}`;
    else written += `${after < 0 ? '' : '] '}${glyph} [${width}`;
    after = glyph + 1;
  }
  return `[${written}]]`;
}

/** The most entries that the format admits in a block. */
const BLOCK = 100;

function toUnicode(characters: readonly (readonly [glyph: number, point: number])[]): string {
  const rows = characters.map(([glyph, point]) => `<${hex(glyph)}> <${utf16(point)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += BLOCK) {
    const block = rows.slice(at, at + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

function utf16(point: number): string {
  const text = String.fromCodePoint(point);
  return Array.from({ length: text.length }, (_, i) => hex(text.charCodeAt(i))).join('');
}
