/** Tests which characters are told to be boxes: those that the drawing of the word boxes too. */
import { expect, test } from '@jest/globals';
import { boxedCharacters } from './boxedCharacters.js';
import { shape } from './shape.js';

test.each([
  ['Café con azúcar “fino” – 5 °C, S/ 3.50 ½ kg', []],
  ['q̃ ñ ﬁ ｆｕｌｌ Ωμέγα Кофе ✓ → 👩\u200d🍳', ['👩', '🍳']],
  ['Té 龍井 de 中国', ['龍', '井', '中', '国']],
  ['a\u00adb\u200bc\u00f1\n–', []],
])('%s', (text, boxed) => {
  expect(boxedCharacters(text)).toEqual(boxed);
  expect(text.split(/\s+/).some((word) => shape(word, 'regular').boxed)).toBe(boxed.length > 0);
});

test('a text of nothing else names only a few', () => {
  const text = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, i) => 0x4e00 + i));
  expect(boxedCharacters(text)).toHaveLength(5);
});
