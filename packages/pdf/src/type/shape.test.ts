/**
 * Words become glyphs without losing characters, figures have one width, and lines break between
 * words.
 */
import { expect, test } from '@jest/globals';
import { linesOf, widthOf } from './lines.js';
import { shape } from './shape.js';

const text = (word: string) =>
  shape(word, 'regular')
    .runs.flatMap(({ points }) => points)
    .map((point) => String.fromCodePoint(point))
    .join('');

test('a letter and a combining mark become one letter', () => {
  expect(text('an\u0303o')).toBe('año');
});

test.each([
  ['漢字', '□□'],
  ['👨‍👩‍👧', '□'],
  ['🇵🇪', '□'],
  ['ｆｕｌｌ', 'full'],
  ['a\u200bb\u00adc\ufeff', 'abc'],
  ['a\u00adb', 'ab'],
  ['Z\u0351a\u0334s\u0308\u00a05\u20e3', 'Zas 5'],
  ['שלום', '□□□□'],
  ['Αθήνα→', 'Αθήνα→'],
])('%s is drawn as %s', (given, shown) => {
  expect(text(given)).toBe(shown);
});

test('all figures have the same width', () => {
  const widths = new Set(
    [...'0123456789'].map((figure) => widthOf(figure, 'semibold', 10).toFixed(6)),
  );
  expect(widths.size).toBe(1);
});

test('a text is broken at spaces, a long word at the end of the line, without loss', () => {
  const words = `uno dos tres ${'x'.repeat(300)} cuatro`;
  const lines = linesOf(words, 'regular', 8, 100);
  for (const line of lines) expect(widthOf(line, 'regular', 8)).toBeLessThanOrEqual(100.2);
  expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''));
  expect(linesOf('uno\r\ndos\u2028tres', 'regular', 8, 100)).toEqual(['uno', 'dos', 'tres']);
});

test('no line begins with a separator', () => {
  const text = 'Tel. (01) 618-8000 · www.rafaga.pe  · Lima › Lince | Perú';
  for (let width = 80; width < 300; width += 3) {
    const lines = linesOf(text, 'regular', 9, width);
    expect(lines.filter((line, i) => i > 0 && /^ *[·›|]/.test(line))).toEqual([]);
    expect(lines.join(' ')).toContain('Lima');
  }
});

test('an e-mail that is wider than a line is divided behind its punctuation', () => {
  const email = 'ventas.lima@distribuidora-andina.com.pe';
  const width = widthOf('ventas.lima@distribuidora-and', 'regular', 8);
  expect(linesOf(email, 'regular', 8, width)).toEqual([
    'ventas.lima@distribuidora-',
    'andina.com.pe',
  ]);
  expect(linesOf('ab.cdefghij', 'regular', 8, widthOf('ab.cdefg', 'regular', 8))).toEqual([
    'ab.cdefg',
    'hij',
  ]);
});
