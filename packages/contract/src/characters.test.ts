/** Texts are checked for characters that XML cannot contain, counted and normalised. */
import { expect, test } from '@jest/globals';
import {
  hasForbidden,
  isBlank,
  longerThan,
  manyLines,
  oneLine,
  plainLine,
  shorterThan,
} from './characters.js';

test('every character that XML 1.0 forbids is found, and no other', () => {
  const forbidden = (code: number) =>
    (code < 0x20 && ![9, 10, 13].includes(code)) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    [0xfffe, 0xffff, 0xfeff].includes(code);
  const wrong: number[] = [];
  for (let code = 0; code <= 0xffff; code++)
    if (hasForbidden(`a${String.fromCharCode(code)}b`) !== forbidden(code)) wrong.push(code);
  expect(wrong).toEqual([]);
});

test('a surrogate pair is admitted, and unpaired surrogates are not', () => {
  expect(hasForbidden('😀 \u{10ffff}')).toBe(false);
  expect(hasForbidden('\ude00\ud83d')).toBe(true);
});

test('lengths are counted in code points', () => {
  expect(longerThan('😀'.repeat(500), 500)).toBe(false);
  expect(longerThan('😀'.repeat(501), 500)).toBe(true);
});

test('tabs and line breaks become one space, and texts are trimmed', () => {
  expect(oneLine('  Pan \r\n\t integral  de  trigo ')).toBe('Pan integral  de  trigo');
});

test.each(['\u0085', '\u2028', '\u2029', ' \u2028\u0085 '])(
  'the line end %j of Unicode becomes one space',
  (end) => {
    expect(oneLine(`Pan${end}integral${end}`)).toBe('Pan integral');
    expect(plainLine(`Pan${end}integral${end}`)).toBe('Pan integral');
  },
);

test('a note keeps its lines, with one line end', () => {
  expect(manyLines(' a\r\nb\rc\u0085d\u2028e\n\u0085')).toBe('a\nb\nc\nd\ne');
});

test('U+0085 at the ends of a text is white space', () => {
  expect(shorterThan('\u0085 \u0085', 1)).toBe(true);
  expect(shorterThan(' \u0085a\u0085b ', 3)).toBe(false);
  expect(shorterThan(' \u0085a\u0085b ', 4)).toBe(true);
});

test('a surrogate pair is one character of a text that is too short', () => {
  expect(shorterThan(' 😀😀 ', 3)).toBe(true);
  expect(shorterThan('😀😀😀', 3)).toBe(false);
});

test('a megabyte of white space is made one line in one pass', () => {
  const spaces = ' '.repeat(1_000_000);
  expect(oneLine(`a${spaces}b\t${spaces}c`)).toBe(`a${spaces}b c`);
});

test('white space and characters without a glyph are blank, alone and together', () => {
  for (const code of [
    0x20, 0xa0, 0x85, 0xad, 0x115f, 0x200b, 0x200e, 0x2060, 0x2800, 0x3164, 0xfe0f,
  ])
    expect(isBlank(`${String.fromCodePoint(code)} \u200d`)).toBe(true);
  expect(isBlank('')).toBe(true);
});

test('a text with one printed character is not blank', () => {
  for (const text of ['\u200b.', '👨\u200d👩', '\u0301', '\u00adñ'])
    expect(isBlank(text)).toBe(false);
});
