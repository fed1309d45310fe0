/**
 * Converts a word to glyphs: a character that a face lacks is taken from its spare face, and one
 * that both lack is drawn as a box.
 */
import { type Face, fontOf, SPARE } from './faces.js';

export interface Run {
  face: Face;
  glyphs: number[];
  points: number[];
  /** The glyph codes in hexadecimal, as in a PDF. */
  hex: string;
}

export interface Shaped {
  /** The width at size 1. */
  width: number;
  runs: Run[];
  /** Whether a character of it is drawn as a box. */
  boxed: boolean;
}

/** Limit of cached words: the cache is cleared when it is full. */
const MAX_WORDS = 5_000;
const known = new Map<Face, Map<string, Shaped>>();

export function shape(word: string, face: Face): Shaped {
  const words = known.get(face) ?? new Map<string, Shaped>();
  known.set(face, words);
  let shaped = words.get(word);
  if (!shaped) {
    if (words.size >= MAX_WORDS) words.clear();
    shaped = shapeAnew(word, face);
    words.set(word, shaped);
  }
  return shaped;
}

const BOX = 0x25a1;
/** Drawn like a space, and searchable as one. */
const NO_BREAK_SPACE = 0xa0;
const SPACE = 0x20;
/** Characters without a glyph: joiners, variation selectors, direction marks, soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Words with these characters, or with combining marks, are shaped grapheme by grapheme. */
const NEEDS_GRAPHEMES = /[\p{Default_Ignorable_Code_Point}\p{M}]/u;
/** Scripts whose letters must be joined, stacked or reordered: unsupported, drawn as boxes. */
const SHAPED_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Nko}\p{Script=Thai}\p{Script=Lao}\p{Script=Devanagari}\p{M}]/u;
const MARKED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]\p{M}+$/u;
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

function shapeAnew(word: string, face: Face): Shaped {
  const runs: Run[] = [];
  let boxed = false;
  const add = (by: Face, found: number) => {
    const point = found === NO_BREAK_SPACE ? SPACE : found;
    const last = runs.at(-1);
    const run = last?.face === by ? last : { face: by, glyphs: [], points: [], hex: '' };
    if (run !== last) runs.push(run);
    run.glyphs.push(fontOf(by).glyphOf(point));
    run.points.push(point);
  };
  const composed = word.normalize('NFC');
  if (composed.search(NEEDS_GRAPHEMES) < 0 && drawable(composed, face))
    for (const character of composed) add(face, character.codePointAt(0) ?? BOX);
  else
    for (const { segment } of graphemes.segment(composed))
      if (!addGrapheme(segment, face, add)) boxed = true;
  let width = 0;
  for (const run of runs) {
    const font = fontOf(run.face);
    for (const glyph of run.glyphs) width += font.advance(glyph);
    run.hex = run.glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
  }
  return { width: width / 1000, runs, boxed };
}

/** @returns whether it can be drawn: a box stands for what cannot */
function addGrapheme(segment: string, face: Face, add: (by: Face, point: number) => void): boolean {
  const visible = segment.replaceAll(INVISIBLE, '');
  const spare = SPARE[face];
  // tries the plain form of a full-width or ligature form, then the letter without a rare mark
  for (const [text, by] of [
    [visible, face],
    [visible.normalize('NFKC'), face],
    [visible, spare],
    [withoutMarks(visible), face],
    [withoutMarks(visible), spare],
  ] as const) {
    if (!by || SHAPED_SCRIPTS.test(text) || !drawable(text, by)) continue;
    for (const character of text) add(by, character.codePointAt(0) ?? BOX);
    return true;
  }
  add(fontOf(face).glyphOf(BOX) === 0 && spare ? spare : face, BOX);
  return false;
}

/** A Latin, Greek or Cyrillic letter or figure without its marks; any other text unchanged. */
const withoutMarks = (letter: string): string =>
  MARKED.test(letter) ? letter.replaceAll(/\p{M}/gu, '') : letter;

function drawable(text: string, face: Face): boolean {
  const font = fontOf(face);
  for (const character of text) if (font.glyphOf(character.codePointAt(0) ?? 0) === 0) return false;
  return true;
}
