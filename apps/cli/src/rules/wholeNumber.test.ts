/** An option that is a whole number is read within its bounds, or is a mistake. */
import { expect, test } from '@jest/globals';
import { Misuse } from '../terminal/failure.js';
import { wholeNumber } from './wholeNumber.js';

test.each([
  ['1', {}, 1],
  ['600', {}, 600],
  ['0', { least: 0 }, 0],
] as const)('%j within %j is read', (given, bounds, number) => {
  expect(wholeNumber('--espera', given, { ...bounds, most: 600 })).toBe(number);
});

test.each(['', '0', '601', '-1', '1.5', '1e2', ' 1', 'uno', '123456789'])(
  '%j is refused',
  (given) =>
    expect(() => wholeNumber('--espera', given, { most: 600 })).toThrow(
      new Misuse([{ at: '--espera', text: 'un entero de 1 a 600.' }]),
    ),
);
