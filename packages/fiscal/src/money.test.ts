/** Amounts are read, rounded half up and written exactly. */
import { expect, test } from '@jest/globals';
import {
  centsText,
  divide,
  exceedsXml,
  ONE,
  part,
  roundTo,
  scaledText,
  times,
  toCents,
  toScaled,
} from './money.js';

test.each([
  ['0', 0n],
  ['118', 11800n],
  ['118.5', 11850n],
  ['0.005', 1n],
  ['0.0049999999', 0n],
  ['999999999999.99', 99_999_999_999_999n],
])('%s soles are %s céntimos, half up', (text, cents) => {
  expect(toCents(text)).toBe(cents);
});

test.each(['', '-1', '1e3', '1.', '.5', '١', '1,5', 'NaN'])('%j is not a decimal text', (text) => {
  expect(() => toScaled(text)).toThrow(RangeError);
});

test('a number keeps ten decimals and rounds the eleventh', () => {
  expect(scaledText(toScaled('0.12345678905'))).toBe('0.1234567891');
  expect(scaledText(toScaled('12.50'))).toBe('12.5');
  expect(scaledText(toScaled('7.000'))).toBe('7');
  expect(scaledText(-toScaled('0.5'))).toBe('-0.5');
  expect(scaledText(0n)).toBe('0');
});

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [11800n, '118.00'],
  [-5n, '-0.05'],
])('%s céntimos read %s', (cents, text) => {
  expect(centsText(cents)).toBe(text);
});

test('division rounds half away from zero, for negative numbers too', () => {
  expect([divide(5n, 2n), divide(-5n, 2n), divide(4n, 3n), divide(0n, 7n)]).toEqual([
    3n,
    -3n,
    1n,
    0n,
  ]);
});

test('times, part and roundTo round to their units', () => {
  expect(times(toScaled('3.333'), toScaled('3'))).toBe(1000n);
  expect(part(10_000n, toScaled('0.18'))).toBe(1800n);
  expect(roundTo(ONE / 3n, 5)).toBe(toScaled('0.33333'));
});

test('an amount of twelve integer digits fits the XML, the next céntimo does not', () => {
  expect(exceedsXml(0n, 99_999_999_999_999n)).toBe(false);
  expect(exceedsXml(0n, 100_000_000_000_000n)).toBe(true);
});
