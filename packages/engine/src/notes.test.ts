/** A note is split into pieces of at most 200 characters, and none of its words is lost. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pieces } from './notes.js';

test('a short note is one piece', () => {
  expect(pieces('Entregar en almacén 3')).toEqual(['Entregar en almacén 3']);
});

test('a note of 500 characters is split into pieces of at most 200, between words', () => {
  const note = 'palabra '.repeat(62).trim();
  const found = pieces(note);
  expect(
    found.every(
      (piece) => piece.length <= 200 && piece.split(' ').every((word) => word === 'palabra'),
    ),
  ).toBe(true);
  expect(found.join(' ')).toBe(note);
});

test('a word longer than a piece is split, but no character is', () => {
  expect(pieces('😀'.repeat(250)).map((piece) => [...piece].length)).toEqual([200, 50]);
});

test('line breaks and tabs become spaces, because rule 3006 admits no other white space', () => {
  expect(pieces(' uno\r\n\tdos\u2028tres ')).toEqual(['uno dos tres']);
  expect(pieces(' \n ')).toEqual([]);
});

test('no word of any note is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (note) => {
      const found = pieces(note);
      expect(
        found.every((piece) => piece !== '' && [...piece].length <= 200 && !/[^\S ]/u.test(piece)),
      ).toBe(true);
      expect(found.join('').replace(/\s/gu, '')).toBe(note.replace(/\s/gu, ''));
    }),
  );
});
