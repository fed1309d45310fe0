/** Tests the order in which the files of a run begin. */
import { expect, test } from '@jest/globals';
import LongestFirst from './longestFirst.mjs';

const file = (path, size) => ({
  path,
  context: { config: { haste: {} }, hasteFS: { getSize: () => size } },
});

test('the longest file begins first, and the others by their size', () => {
  const order = new LongestFirst({ contexts: [], globalConfig: {} });
  const files = [file('/a.test.ts', 1), file('/b.test.ts', 9)];
  const longest = file('/test/faults/faults.test.ts', 1);
  expect(order.sort([...files, longest]).map(({ path }) => path)).toEqual([
    '/test/faults/faults.test.ts',
    '/b.test.ts',
    '/a.test.ts',
  ]);
});
