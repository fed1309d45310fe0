/** Tests how amounts are read as a person writes them. */
import { expect, test } from '@jest/globals';
import { readAmounts } from './readAmounts.js';

test.each([
  ['118', '118.00', '118.00'],
  ['S/ 1,234.50', '1234.50', '1234.50'],
  ['118,50', '118.50', '118.50'],
  ['200 - 100', '100.00', '200.00'],
  ['100 a 200', '100.00', '200.00'],
])('«%s» is from %s to %s', (text, least, most) => {
  expect(readAmounts(text)).toEqual({ least, most });
});

test.each(['1-2-3', 'mar', '', `${' '.repeat(1_000_000)}x`])('«%.9s» is no amount', (text) => {
  expect(readAmounts(text)).toBeUndefined();
});
