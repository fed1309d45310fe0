/** Tests how texts are broken into the rows of a printer. */
import { expect, test } from '@jest/globals';
import { wrapped } from './columns.js';

test('a row ends between words, and never begins with a separator', () => {
  expect(wrapped('uno dos · tres', 7)).toEqual(['uno', 'dos ·', 'tres']);
  expect(wrapped('uno  dos   › tres', 24)).toEqual(['uno dos   › tres']);
});

test('as many spaces as a caller may send, before a separator, are read once', () => {
  expect(wrapped(`a${' '.repeat(100_000)}· b`, 100_100)).toEqual([`a${' '.repeat(100_000)}· b`]);
});

test('a long e-mail is divided behind its punctuation, another word where the row ends', () => {
  expect(wrapped('ventas.lima@distribuidora-andina.com.pe', 32)).toEqual([
    'ventas.lima@distribuidora-',
    'andina.com.pe',
  ]);
  expect(wrapped('ab.cdefghij', 8)).toEqual(['ab.cdefg', 'hij']);
});
