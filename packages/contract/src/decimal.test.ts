/** JSON numbers become exact decimal texts. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimal, hundredth } from './decimal.js';

test.each([
  [0, '0'],
  [118, '118'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [1.5e-8, '0.000000015'],
  [0.30000000000000004, '0.3'],
  [84.74576271186442, '84.7457627119'],
  [9.99999999999, '10'],
  [999999999999.99, '999999999999.99'],
  [5e-11, '0.0000000001'],
  [4.9e-11, '0'],
])('%d is read as %s', (value, text) => {
  expect(decimal(value)).toBe(text);
});

test('every JSON number becomes a decimal text of the same value', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, maxExcluded: true, noNaN: true }), (value) => {
      const text = decimal(value);
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,9}[1-9])?$/);
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(5.0001e-11 + value * 3e-16);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [18, '0.18'],
  [8.2, '0.082'],
  [100, '1'],
  [0.5, '0.005'],
  [150, '1.5'],
  [0, '0'],
  [7, '0.07'],
])('%d percent is the factor %s', (percent, factor) => {
  expect(hundredth(percent)).toBe(factor);
});
