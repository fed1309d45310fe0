/** Rounded lines add up to the totals that SUNAT recomputes. */
import { expect, test } from '@jest/globals';
import { toScaled } from './money.js';
import { createRoundingCarry, taxOn } from './roundingCarry.js';

const IGV = toScaled('0.18');
const RICE = toScaled('0.04');

test('prices with tax: the bases add up, and each line keeps its paid amount', () => {
  const carry = createRoundingCarry();
  const parts = Array.from({ length: 4 }, () => carry.split(100n, IGV));
  expect(parts).toEqual([
    { base: 85n, tax: 15n },
    { base: 84n, tax: 16n },
    { base: 85n, tax: 15n },
    { base: 85n, tax: 15n },
  ]);
});

test('prices without tax: the tax of all lines is the rate of all bases', () => {
  const carry = createRoundingCarry();
  const taxes = Array.from({ length: 100 }, () => carry.tax(3n, IGV));
  expect(taxes.reduce((a, b) => a + b)).toBe(54n);
});

test('a base above six céntimos always has a tax, and no base is zero', () => {
  const rice = createRoundingCarry();
  for (let line = 0; line < 50; line += 1)
    expect(rice.split(10n, RICE).tax).toBeGreaterThanOrEqual(1n);
  const igv = createRoundingCarry();
  for (let line = 0; line < 50; line += 1) expect(igv.split(1n, IGV).base).toBe(1n);
  expect(createRoundingCarry().tax(7n, RICE)).toBe(1n);
  expect(createRoundingCarry().tax(6n, RICE)).toBe(0n);
});

test('a rounding residual that a small line cannot absorb is carried to a later line', () => {
  const carry = createRoundingCarry();
  for (let line = 0; line < 10; line += 1) carry.split(1n, IGV);
  const { base, tax } = carry.split(1180n, IGV);
  expect({ base, tax }).toEqual({ base: 998n, tax: 182n });
});

test('rounding is carried only between lines of the same rate', () => {
  const carry = createRoundingCarry();
  carry.split(100n, IGV);
  expect(carry.split(104n, RICE)).toEqual({ base: 100n, tax: 4n });
  expect(carry.split(100n, 0n)).toEqual({ base: 100n, tax: 0n });
  expect(carry.tax(100n, 0n)).toBe(0n);
});

test('a gift shows the tax of its own base', () => {
  expect([taxOn(1000n, IGV), taxOn(7n, RICE), taxOn(6n, RICE), taxOn(1000n, 0n)]).toEqual([
    180n,
    1n,
    0n,
    0n,
  ]);
});

test('no line absorbs more residual than half of SUNAT’s tolerance', () => {
  const carry = createRoundingCarry();
  for (let line = 0; line < 400; line += 1) carry.split(7n, RICE);
  const { base, tax } = carry.split(10_400n, RICE);
  expect({ base, tax }).toEqual({ base: 10_050n, tax: 350n });
  const igv = createRoundingCarry();
  for (let line = 0; line < 400; line += 1) igv.split(1n, IGV);
  expect(igv.split(1_180n, IGV)).toEqual({ base: 950n, tax: 230n });
});
