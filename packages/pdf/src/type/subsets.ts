/** Makes the subsets of fonts that documents embed, compressed and cached by their characters. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { characterMap } from './characterMap.js';
import { type Face, fontOf } from './faces.js';
import type { Font } from './font.js';
import { charactersOf } from './latin.js';
import { subset } from './subset.js';
import { toUnicode } from './toUnicode.js';

interface FontSubset {
  /** The PostScript name, with the tag of the subset. */
  name: string;
  /** The TrueType file, deflated. */
  file: Buffer;
  /** The length of the file before it was deflated. */
  length: number;
  /** The widths of its glyphs, as an array of a PDF. */
  widths: string;
}

/** A subset whose codes are those of `latin.ts`. */
export interface LatinSubset extends FontSubset {
  /** The highest code; the lowest is that of a space. */
  last: number;
}

/** A subset whose codes are its glyphs. */
export interface WideSubset extends FontSubset {
  /** The text of each glyph, deflated, so that the PDF can be searched and copied. */
  toUnicode: Buffer;
}

/** Bounds the memory, at about 8 KB each. */
const CACHE = { max: 128 };
const latin = new LRUCache<string, LatinSubset>(CACHE);
const wide = new LRUCache<string, WideSubset>(CACHE);

/** @param groups the bits of groups of Latin characters */
export function latinSubset(face: Face, groups: number): LatinSubset {
  const key = `${face} ${groups}`;
  const found = latin.get(key) ?? makeLatin(fontOf(face), groups);
  latin.set(key, found);
  return found;
}

/** @param used glyphs with their characters */
export function wideSubset(face: Face, used: ReadonlyMap<number, number>): WideSubset {
  const sorted = [...used].sort(([a], [b]) => a - b);
  const key = `${face} ${sorted.join(' ')}`;
  const found = wide.get(key) ?? makeWide(fontOf(face), sorted);
  wide.set(key, found);
  return found;
}

const FIRST = 0x20;

function makeLatin(font: Font, groups: number): LatinSubset {
  const characters = charactersOf(groups)
    .map((character) => ({ ...character, glyph: font.glyphOf(character.point) }))
    .filter(({ glyph }) => glyph > 0);
  const widths: number[] = [];
  for (const { code, glyph } of characters) widths[code - FIRST] = Math.round(font.advance(glyph));
  const byPoint = [...characters].sort((a, b) => a.point - b.point);
  return {
    ...compressed(
      font,
      characters.map(({ glyph }) => glyph),
      characterMap(byPoint),
    ),
    widths: `[${Array.from(widths, (width) => width ?? 0).join(' ')}]`,
    last: FIRST + widths.length - 1,
  };
}

function makeWide(font: Font, characters: readonly (readonly [number, number])[]): WideSubset {
  const glyphs = characters.map(([glyph]) => glyph);
  return {
    ...compressed(font, glyphs),
    widths: `[${glyphs.map((glyph) => `${glyph} [${Math.round(font.advance(glyph))}]`).join(' ')}]`,
    toUnicode: deflateSync(toUnicode(characters)),
  };
}

/** What is compressed once for many documents may take its time. */
const DEFLATE = { level: 9 };

function compressed(font: Font, glyphs: readonly number[], map?: Buffer) {
  // printers cache fonts by name, so two subsets need different names
  const tag = [...createHash('sha256').update(glyphs.join()).digest().subarray(0, 6)].map((byte) =>
    String.fromCharCode(65 + (byte % 26)),
  );
  const file = subset(font, glyphs, map);
  return {
    name: `${tag.join('')}+${font.name}`,
    file: deflateSync(file, DEFLATE),
    length: file.length,
  };
}
