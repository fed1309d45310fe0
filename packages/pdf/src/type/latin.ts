/**
 * The characters of the WinAnsi encoding (Windows-1252), which has all letters of Spanish. Each is
 * one byte, so that nearly every text is written, measured and searched without conversion.
 */
import { type Face, fontOf } from './faces.js';

/**
 * The characters of codes 128 to 159; at other codes the code is the Unicode number. A space stands
 * for none.
 */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * Groups of characters that occur together. A font is embedded with whole groups, so that there are
 * few subsets, and each is made and compressed once instead of for each document.
 */
const GROUPS = [
  ' .,-/:()0123456789',
  'ABCDEILMNOPRSTUVÓ',
  'FGHJQYZ',
  'KWX',
  'aceilnoprstuó',
  'dghmvbéí',
  'fjqyáúñ',
  'kwxz',
  '%·+=›×',
  'ÁÉÍÚÑ',
  '!"#$&\'*;<>?@[\\]^_`{|}~',
  '¡¿°ªº«»–—‘’“”…•½üÜ€',
];

/** No character of the encoding has a higher number in Unicode. */
const LIMIT = 0x2123;
/** By character: its code, or 0 for one that the encoding lacks; and the bit of its group. */
const codes = new Uint8Array(LIMIT);
const groups = new Uint16Array(LIMIT);
for (let code = 0x20; code <= 0xff; code++) {
  const point = code < 0x80 || code > 0x9f ? code : HIGH.codePointAt(code - 0x80);
  // a no-break space is drawn as a space, and a soft hyphen not at all
  if (point === undefined || (point === 0x20 && code !== 0x20) || code === 0xa0 || code === 0xad)
    continue;
  const group = GROUPS.findIndex((characters) => characters.includes(String.fromCharCode(point)));
  codes[point] = code;
  groups[point] = 1 << (group < 0 ? GROUPS.length : group);
}
codes[0x7f] = 0;

export interface LatinCharacter {
  code: number;
  point: number;
}

/** The characters of some groups, by code. */
export function charactersOf(wanted: number): LatinCharacter[] {
  const found: LatinCharacter[] = [];
  codes.forEach((code, point) => {
    if (code > 0 && (wanted & (groups[point] as number)) !== 0) found.push({ code, point });
  });
  return found.sort((a, b) => a.code - b.code);
}

/** The bit of the group that has the space. */
export const SPACE = groups[0x20] as number;
/** The bits of all groups; the next two bits are no groups. */
export const ALL_GROUPS = (1 << (GROUPS.length + 1)) - 1;
/** The bit of a character that `latinString` replaces. */
export const REWRITTEN = 1 << (GROUPS.length + 1);
/** The bit of a character that a face or the encoding lacks. */
export const FOREIGN = 1 << (GROUPS.length + 2);

/** By face and character: the bit of its group, with the two bits above where they apply. */
const kinds = new Map<Face, Uint16Array>();

/** The combined bits of a text's characters, each of which is examined once. */
export function kindOf(text: string, face: Face): number {
  const table = kinds.get(face) ?? kindsOf(face);
  let found = 0;
  for (let i = 0; i < text.length; i++) found |= table[text.charCodeAt(i)] ?? FOREIGN;
  return found;
}

function kindsOf(face: Face): Uint16Array {
  const { glyphOf } = fontOf(face);
  const table = Uint16Array.from(codes, (code, point) => {
    const foreign = code === 0 || glyphOf(point) === 0 ? FOREIGN : 0;
    const rewritten = code !== point || '()\\'.includes(String.fromCharCode(point));
    return (groups[point] as number) | foreign | (rewritten ? REWRITTEN : 0);
  });
  kinds.set(face, table);
  return table;
}

/** By face and character: its width in thousandths of the type size, or NaN. */
const widths = new Map<Face, Float64Array>();

/** The width of a text in thousandths of the type size; NaN unless it is Latin in this face. */
export function latinWidth(text: string, face: Face): number {
  const table = widths.get(face) ?? widthsOf(face);
  let width = 0;
  for (let i = 0; i < text.length; i++) width += table[text.charCodeAt(i)] ?? Number.NaN;
  return width;
}

function widthsOf(face: Face): Float64Array {
  const { glyphOf, advance } = fontOf(face);
  const table = Float64Array.from(codes, (code, point) => {
    const glyph = code > 0 ? glyphOf(point) : 0;
    return glyph > 0 ? advance(glyph) : Number.NaN;
  });
  widths.set(face, table);
  return table;
}

/** Characters whose code is not their number in Unicode. */
const MOVED = /[^\0-\xff]/g;
const ESCAPED = /[()\\]/g;

/** A Latin text as the bytes of a PDF string, one for each character. */
export const latinString = (text: string): string =>
  text
    .replace(ESCAPED, '\\$&')
    .replace(MOVED, (moved) => String.fromCharCode(codes[moved.charCodeAt(0)] as number));
