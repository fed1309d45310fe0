/** The bars of Code 128, as readers read them. */
import { expect, test } from '@jest/globals';
import { code128 } from './code128.js';

const pattern = (text: string): string => {
  const { bars, modules } = code128(text);
  const dots = Array.from({ length: modules }, () => '0');
  for (const [from, width] of bars) dots.fill('1', from, from + width);
  return dots.join('');
};

test('each symbol has eleven modules and begins with a bar, and the last bar is two wide', () => {
  const dots = pattern('B001-123');
  const symbols = dots.slice(0, -13).match(/.{11}/g) ?? [];
  expect(symbols).toHaveLength(10);
  for (const symbol of symbols) expect(symbol).toMatch(/^1.*0$/);
  expect(dots.slice(-13)).toBe('1100011101011');
});

test('the symbols of B0 and their start are those of the standard', () => {
  const dots = pattern('B0');
  expect(dots.slice(0, 33)).toBe('110100100001000101100010011101100');
  // 104 + 1 × 34 + 2 × 16 = 170, and 170 mod 103 is 67
  expect(dots.slice(33, 44)).toBe('10000101100');
});

test('eight digits take the room of four letters and a change of set', () => {
  expect(code128('B001-12345678').modules).toBe(11 * (1 + 5 + 1 + 4 + 1) + 13);
  expect(code128('B001-123').modules).toBe(11 * (1 + 8 + 1) + 13);
});
