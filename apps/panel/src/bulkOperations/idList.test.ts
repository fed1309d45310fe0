/** A list of ids in a form is short, and read back as it was written. */
import { expect, test } from '@jest/globals';
import { readIds, writeIds } from './idList.js';

test('a list of ids is read as it was written, the lowest first', () => {
  const ids = [48_120_771_934, 48_120_771_935, 92_345_678_901_234, 7];
  expect(readIds(writeIds(ids))).toEqual([...ids].sort((a, b) => a - b));
});

test('five thousand ids of a week fit into a form', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => 90_000_000_000_000 + index * 120_000_000);
  expect(writeIds(ids).length).toBeLessThan(50_000);
});

test.each(['', '0', '1..2', 'A', '-1', '1.0', '1,2', 'zzzzzzzzzzz.zzzzzzzzzzz'])(
  '%j is no list of ids',
  (text) => {
    expect(readIds(text)).toBeUndefined();
  },
);
