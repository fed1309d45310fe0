/** Measures texts and breaks them into lines. */
import type { Face } from './faces.js';
import { latinWidth } from './latin.js';
import { shape } from './shape.js';

/** Line height, as a multiple of the type size. */
export const LEADING = 1.28;

/** Admits rounding errors: a column is often exactly as wide as its widest text. */
const TOLERANCE = 0.01;

/** Whether a text is empty or has only spaces: it is not drawn. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** The width of a text in points. */
export function widthOf(text: string, face: Face, size: number): number {
  const width = latinWidth(text, face);
  return (Number.isNaN(width) ? shapedWidth(text, face) : width / 1000) * size;
}

function shapedWidth(text: string, face: Face): number {
  const words = text.split(' ');
  let width = (words.length - 1) * widthOf(' ', face, 1);
  for (const word of words) width += shape(word, face).width;
  return width;
}

/** Whether a Latin text is one line of this width, as most texts are. */
const isOneLine = (text: string, face: Face, size: number, width: number): boolean =>
  fits((latinWidth(text, face) / 1000) * size, size, width);

/** Whether a text of this width and size fits in the width of a line. */
export const fits = (own: number, size: number, width: number): boolean =>
  own / size <= width / size + TOLERANCE;

/**
 * Breaks a text between words, and a word that is wider than a line behind its punctuation, or
 * where the line ends.
 */
export function linesOf(text: string, face: Face, size: number, width: number): string[] {
  if (isOneLine(text, face, size, width)) return [text];
  return broken(paragraphsOf(text, face), face, width / size + TOLERANCE);
}

/** Breaks a centred text into the same number of lines, of lengths as equal as possible. */
export function evenLinesOf(text: string, face: Face, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (isOneLine(paragraph, face, size, width)) return [paragraph];
    const measured = paragraphsOf(paragraph, face);
    const brokenAt = (wide: number) => broken(measured, face, wide / size + TOLERANCE);
    const lines = brokenAt(width);
    if (lines.length === 1) return lines;
    let [best, low, high] = [lines, width / 2, width];
    for (let step = 0; step < EVEN_STEPS; step++) {
      const middle = (low + high) / 2;
      const tried = brokenAt(middle);
      if (tried.length > lines.length) low = middle;
      else [best, high] = [tried, middle];
    }
    return best;
  });
}

/** Steps of the binary search for the narrowest width. */
const EVEN_STEPS = 5;

/** The words between two ends of a line, with their widths at size 1. */
interface Paragraph {
  words: string[];
  widths: number[];
}

/** A separator remains with the word before it: no line begins with one. */
const BETWEEN_WORDS = / (?! *[·›|] )/;
const ENDS = /\r\n?|[\u2028\u2029]/g;

function paragraphsOf(text: string, face: Face): Paragraph[] {
  const paragraphs = text.replaceAll(ENDS, '\n').replaceAll('\t', ' ').split('\n');
  return paragraphs.map((paragraph) => {
    const words = paragraph.split(BETWEEN_WORDS);
    return { words, widths: words.map((word) => widthOf(word, face, 1)) };
  });
}

/** @param width of a line, at size 1 */
function broken(paragraphs: readonly Paragraph[], face: Face, width: number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ', face, 1);
  for (const { words, widths } of paragraphs) {
    let line = '';
    let used = 0;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as string;
      const wide = widths[at] as number;
      if (line !== '' && used + space + wide <= width) {
        line += ` ${word}`;
        used += space + wide;
        continue;
      }
      if (line !== '') lines.push(line);
      [line, used] = [word, wide];
      if (wide <= width) continue;
      const pieces = cut(word, face, width);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      if (pieces.length > 1) used = widthOf(line, face, 1);
    }
    lines.push(line);
  }
  return lines;
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

function cut(word: string, face: Face, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment: character } of graphemes.segment(word.normalize('NFC'))) {
    const wide = widthOf(character, face, 1);
    if (piece !== '' && used + wide > width) {
      const whole = wholeParts(piece);
      pieces.push(whole);
      piece = piece.slice(whole.length);
      used = widthOf(piece, face, 1);
    }
    piece += character;
    used += wide;
  }
  pieces.push(piece);
  return pieces;
}

/** The whole parts of an e-mail or an address, unless they leave half of the line empty. */
function wholeParts(piece: string): string {
  const [parts = ''] = PARTS.exec(piece) ?? [];
  return parts.length > piece.length / 2 ? parts : piece;
}
const PARTS = /^.*[-_./@](?!\p{M})/su;
