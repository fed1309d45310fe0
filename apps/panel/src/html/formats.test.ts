/** Durations as a person reads them. */
import { expect, test } from '@jest/globals';
import { durationUnit, took } from './formats.js';

test.each([
  [38, '38 ms'],
  [30_000, '30.0 s'],
  [750_000, '12.5 min'],
  [11_520_000, '3.2 h'],
  [6_048_000_000, '70.0 d'],
])('%d ms is %s', (ms, text) => {
  expect(took(ms)).toBe(text);
});

test('the marks of an axis are told in the unit of the largest value', () => {
  const most = 100_000;
  expect(durationUnit(most)).toBe(60_000);
  expect(took(60_000, most)).toBe('1.0 min');
});
