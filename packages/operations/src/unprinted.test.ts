/** What an operator types as a name or an address is one line of printed characters. */
import { expect, test } from '@jest/globals';
import { hasUnprinted } from './unprinted.js';

test.each([
  '\n',
  '\t',
  '\0',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u200b',
  '\u202e',
  '\u2066',
  '\ud800',
  '\u{e0041}',
  '\ufeff',
  '\ufffd',
])('a text with %j is no printed line', (character) =>
  expect(hasUnprinted(`Av. Grau${character}123`)).toBe(true),
);

test.each(['Ñuñoa & Cía. S.A.C.', 'Av. Grau\u00a0123', '€ 🛒', ''])('%j is printed', (text) =>
  expect(hasUnprinted(text)).toBe(false),
);
