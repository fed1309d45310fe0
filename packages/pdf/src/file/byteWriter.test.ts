/** Numbers and texts are the bytes that their texts have. */
import { expect, test } from '@jest/globals';
import { createByteWriter } from './byteWriter.js';

const NUMBERS = [0, 1, 9, 10, 99.9994, 99.9996, 841.89, 0.5, 0.05, 0.005, 1234567, -1, -0.25, -0];

test('a number has at most three decimals, and none that are zero', () => {
  const writer = createByteWriter();
  const written = NUMBERS.map((value) => {
    writer.number(value);
    return writer.take().toString('latin1');
  });
  expect(written).toEqual(NUMBERS.map((value) => String(Math.round(value * 1000) / 1000)));
});

test('a text of any length is written a byte a character, after what is there', () => {
  const writer = createByteWriter();
  const texts = ['a', 'ñ'.repeat(47), 'Á'.repeat(48), 'é'.repeat(49), 'ü'.repeat(100_000)];
  for (const text of texts) writer.text(text);
  expect(writer.length()).toBe(texts.join('').length);
  expect(writer.take().toString('latin1')).toBe(texts.join(''));
  expect(writer.length()).toBe(0);
});
