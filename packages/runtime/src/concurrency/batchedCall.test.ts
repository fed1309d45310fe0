/** Tests that concurrent calls share a batch and that each gets its own result. */
import { expect, test } from '@jest/globals';
import { batchedCall } from './batchedCall.js';
import { oneTurn } from './batcher.js';

function timesTen(refused?: number) {
  const batches: number[][] = [];
  const call = batchedCall<number, number>({
    beforeFirst: oneTurn,
    runsOneByOne: (error) => error instanceof RangeError,
    async run(items) {
      batches.push(items);
      if (items.includes(0)) throw new TypeError('zero');
      if (items.includes(refused as number)) throw new RangeError('refused');
      return items.map((item) => item * 10);
    },
  });
  return { batches, call };
}

test('calls that arrive together share one run, and each gets its own result', async () => {
  const { batches, call } = timesTen();
  expect(await Promise.all([1, 2, 3].map(call))).toEqual([10, 20, 30]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('an item that fails does not fail the others, where items are run one by one', async () => {
  const { batches, call } = timesTen(2);
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('any other failure is the failure of the whole batch, which is not run again', async () => {
  const { batches, call } = timesTen();
  const results = await Promise.allSettled([0, 1].map(call));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toEqual([[0, 1]]);
});

test('after a failure, later calls are run', async () => {
  const { call } = timesTen();
  await expect(call(0)).rejects.toThrow('zero');
  expect(await call(4)).toBe(40);
});
