/** A note is split into pieces of at most 200 characters, and none of its words is lost. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joined, pieces } from './notes.js';

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

const WORD = 'a'.repeat(450);

test.each([
  ['a word longer than a piece', `Clave ${WORD} y más`],
  ['two such words', `${WORD} ${WORD}`],
  ['one of 201 characters', 'b'.repeat(201)],
  ['one of three bytes a character', '\u20ac'.repeat(401)],
  ['a space just after a piece', `${'palabra '.repeat(24)}palabras fin`],
  ['no note', ''],
])('pieces are joined to the note again: %s', (_, note) => {
  expect(joined(pieces(note))).toBe(note);
});

test('a note that is joined again gives the same pieces', () => {
  const word = fc.integer({ min: 1, max: 450 }).map((length) => 'x'.repeat(length));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const found = pieces(words.join(' '));
      expect(pieces(joined(found))).toEqual(found);
    }),
  );
});
