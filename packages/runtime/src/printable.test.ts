/** No text of others steers a terminal, and JSON keeps its meaning. */
import { expect, test } from '@jest/globals';
import { printable } from './printable.js';

test.each([
  ['\n', '\\n'],
  ['\r', '\\u000d'],
  ['\u001b[2K', '\\u001b[2K'],
  ['\u007f', '\\u007f'],
  ['\u009b2K', '\\u009b2K'],
  ['\u2028', '\\u2028'],
  ['\u200f', '\\u200f'],
  ['\u202e', '\\u202e'],
  ['\u2066', '\\u2066'],
  ['Ñandú S.A.C. – 50 % 🦤', 'Ñandú S.A.C. – 50 % 🦤'],
])('%j is shown as %s', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('a line of JSON reads back as what was written', () => {
  const value = { name: 'a\u001b[2K\n\r\u007f\u009b\u061c\u2028\u202e\u2069z' };
  const line = printable(JSON.stringify(value));
  expect(line).toMatch(/^[ -~]+$/);
  expect(JSON.parse(line)).toEqual(value);
});
