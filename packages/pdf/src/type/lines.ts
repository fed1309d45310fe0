/** Measures texts and breaks them into lines. */
import type { Face } from './faces.js';
import { latinWidth } from './latin.js';
import { shape } from './shape.js';

/** Line height, as a multiple of the type size. */
export const LEADING = 1.28;

/** Admits rounding errors: a column is often exactly as wide as its widest text. */
const TOLERANCE = 0.01;

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

/** Breaks a text between words, and a word that is wider than a line at the end of the line. */
export function linesOf(text: string, face: Face, size: number, width: number): string[] {
  if (isOneLine(text, face, size, width)) return [text];
  const room = width / size + TOLERANCE;
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')
    .flatMap((paragraph) => broken(paragraph, face, room));
}

/** Breaks a centred text into the same number of lines, of lengths as equal as possible. */
export function evenLinesOf(text: string, face: Face, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = linesOf(paragraph, face, size, width);
    if (lines.length === 1) return lines;
    let [best, low, high] = [lines, width / 2, width];
    for (let step = 0; step < EVEN_STEPS; step++) {
      const middle = (low + high) / 2;
      const tried = linesOf(paragraph, face, size, middle);
      if (tried.length > lines.length) low = middle;
      else [best, high] = [tried, middle];
    }
    return best;
  });
}

/** Steps of the binary search for the narrowest width. */
const EVEN_STEPS = 5;

function broken(paragraph: string, face: Face, width: number): string[] {
  const lines: string[] = [];
  const space = widthOf(' ', face, 1);
  let line = '';
  let used = 0;
  for (const word of paragraph.split(' ')) {
    const wide = widthOf(word, face, 1);
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`;
      used += space + wide;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wide <= width ? [word] : cut(word, face, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    used = pieces.length === 1 ? wide : widthOf(line, face, 1);
  }
  lines.push(line);
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
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  pieces.push(piece);
  return pieces;
}
