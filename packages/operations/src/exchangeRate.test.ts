/** Tests that a slip in an exchange rate is found: its point, its day, its distance to the last. */
import { expect, test } from '@jest/globals';
import { isExchangeRate, isExchangeRateDay, isFarRate } from './exchangeRate.js';

test.each([
  ['3.752', true],
  ['2', true],
  ['9.999999', true],
  ['37.52', false],
  ['1.0', false],
  ['0.3752', false],
  ['3,752', false],
  ['3752', false],
  ['3.', false],
])('%s is an exchange rate: %s', (text, expected) => {
  expect(isExchangeRate(text)).toBe(expected);
});

test('tomorrow has a rate already, a later day has none', () => {
  const days = ['2026-11-30', '2026-12-01', '2026-12-02'];
  expect(days.map((day) => isExchangeRateDay(day, '2026-11-30'))).toEqual([true, true, false]);
});

test('a rate is far from the last beyond a fifth', () => {
  expect(['3', '3.21', '4.5', '4.6'].map((soles) => isFarRate(soles, '3.752'))).toEqual([
    ...[true, false, false, true],
  ]);
});
