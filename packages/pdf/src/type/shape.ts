/**
 * A word as glyphs: what a face lacks is drawn by its spare, and what neither has shows as one box
 * a character, never as nothing.
 */
import { type Face, fontOf, SPARE } from './faces.js';

export interface Run {
  face: Face;
  glyphs: number[];
  points: number[];
  /** The glyphs as a PDF writes them. */
  hex: string;
}

export interface Shaped {
  /** At size 1. */
  width: number;
  runs: Run[];
}

/** Emptied when it grows large, for it would keep every name ever printed. */
const MOST = 5_000;
const known = new Map<Face, Map<string, Shaped>>();

export function shape(word: string, face: Face): Shaped {
  const words = known.get(face) ?? new Map<string, Shaped>();
  known.set(face, words);
  let shaped = words.get(word);
  if (!shaped) {
    if (words.size >= MOST) words.clear();
    shaped = shapeAnew(word, face);
    words.set(word, shaped);
  }
  return shaped;
}

const BOX = 0x25a1;
/** A no-break space looks like a space, and is found as one. */
const NO_BREAK_SPACE = 0xa0;
const SPACE = 0x20;
/**
 * Without an canvas of their own: joiners, variation selectors, marks of direction, soft hyphens.
 */
const INKLESS = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Why a word is looked at letter by letter: beside these, marks that no composed letter has, whose
 * positions are not computed here.
 */
const APART = /[\p{Default_Ignorable_Code_Point}\p{M}]/u;
/**
 * Letters that must be joined, stacked or turned around, which we do not: half of it would be worse
 * than a box.
 */
const SHAPED_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Nko}\p{Script=Thai}\p{Script=Lao}\p{Script=Devanagari}\p{M}]/u;
const MARKED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]\p{M}+$/u;
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

function shapeAnew(word: string, face: Face): Shaped {
  const runs: Run[] = [];
  const add = (by: Face, point: number) => {
    const last = runs.at(-1);
    const run = last?.face === by ? last : { face: by, glyphs: [], points: [], hex: '' };
    if (run !== last) runs.push(run);
    run.glyphs.push(fontOf(by).glyphOf(point));
    run.points.push(point === NO_BREAK_SPACE ? SPACE : point);
  };
  const composed = word.normalize('NFC');
  if (composed.search(APART) < 0 && drawable(composed, face))
    for (const character of composed) add(face, character.codePointAt(0) ?? BOX);
  else for (const { segment } of graphemes.segment(composed)) addGrapheme(segment, face, add);
  let width = 0;
  for (const run of runs) {
    const font = fontOf(run.face);
    for (const glyph of run.glyphs) width += font.advance(glyph);
    run.hex = run.glyphs.map((glyph) => glyph.toString(16).padStart(4, '0')).join('');
  }
  return { width: width / 1000, runs };
}

function addGrapheme(segment: string, face: Face, add: (by: Face, point: number) => void): void {
  const inked = segment.replaceAll(INKLESS, '');
  const spare = SPARE[face];
  // a full-width or ligature form reads as well in its plain one, a letter with a rare mark better
  // without it than as a box
  for (const [text, by] of [
    [inked, face],
    [inked.normalize('NFKC'), face],
    [inked, spare],
    [bare(inked), face],
    [bare(inked), spare],
  ] as const) {
    if (!by || SHAPED_SCRIPTS.test(text) || !drawable(text, by)) continue;
    for (const character of text) add(by, character.codePointAt(0) ?? BOX);
    return;
  }
  add(fontOf(face).glyphOf(BOX) === 0 && spare ? spare : face, BOX);
}

/** A letter without its marks, where it can do without them. */
const bare = (letter: string): string =>
  MARKED.test(letter) ? letter.replaceAll(/\p{M}/gu, '') : letter;

function drawable(text: string, face: Face): boolean {
  const font = fontOf(face);
  for (const character of text) if (font.glyphOf(character.codePointAt(0) ?? 0) === 0) return false;
  return true;
}
