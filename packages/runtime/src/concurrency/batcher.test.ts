/** Tests which items the batcher writes together, and when. */
import { expect, test } from '@jest/globals';
import { type BatchQueue, createBatcher, oneTurn } from './batcher.js';

/** A write whose batches end when the test says so. */
function aWriter() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const write = (batch: number[]) => {
    batches.push(batch);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const end = async () => {
    ends.shift()?.();
    await oneTurn();
  };
  return { batches, write, end };
}

test('an item that arrives alone is written at once', () => {
  const { batches, write } = aWriter();
  createBatcher({ write }).add(1);
  expect(batches).toEqual([[1]]);
});

test('items that arrive while a batch is written form the next one', async () => {
  const { batches, write, end } = aWriter();
  const batcher = createBatcher({ write });
  for (const item of [1, 2, 3]) batcher.add(item);
  expect(batches).toEqual([[1]]);
  await end();
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a batch holds at most maxBatch items', async () => {
  const { batches, write, end } = aWriter();
  const batcher = createBatcher({ write, maxBatch: 2 });
  for (const item of [1, 2, 3, 4]) batcher.add(item);
  await end();
  await end();
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

test('at most maxInFlight batches are written at the same time', async () => {
  const { batches, write, end } = aWriter();
  const batcher = createBatcher({ write, maxInFlight: 2 });
  for (const item of [1, 2, 3, 4]) batcher.add(item);
  expect(batches).toEqual([[1], [2]]);
  await end();
  expect(batches).toEqual([[1], [2], [3, 4]]);
});

test('items that arrive before the first batch begins join it', async () => {
  const { batches, write } = aWriter();
  const batcher = createBatcher({ write, beforeFirst: oneTurn });
  batcher.add(1);
  batcher.add(2);
  await oneTurn();
  expect(batches).toEqual([[1, 2]]);
});

test('beforeEach gets the number of waiting items before every batch', async () => {
  const waiting: number[] = [];
  const batcher = createBatcher<number>({
    write: async () => undefined,
    maxBatch: 2,
    beforeEach: async (count) => void waiting.push(count()),
  });
  for (const item of [1, 2, 3]) batcher.add(item);
  await batcher.drain();
  expect(waiting).toEqual([1, 1]);
});

test('an item that is added in the step in which the batcher becomes idle is written', async () => {
  const batches: number[][] = [];
  let left = 2;
  const batcher = createBatcher<number>({
    write: async (batch) => void batches.push(batch),
    onIdle: () => {
      if (left-- > 0) batcher.add(left);
    },
  });
  batcher.add(9);
  await batcher.drain();
  expect(batches).toEqual([[9], [1], [0]]);
});

test('drain waits for everything that was added, with the batches that follow', async () => {
  const { batches, write, end } = aWriter();
  const batcher = createBatcher({ write });
  batcher.add(1);
  batcher.add(2);
  let drained = false;
  const draining = batcher.drain().then(() => {
    drained = true;
  });
  await end();
  expect(drained).toBe(false);
  await end();
  await draining;
  expect(batches).toEqual([[1], [2]]);
});

test('a queue of its own chooses the batches, and may refuse an item', async () => {
  const items: number[] = [];
  const queue: BatchQueue<number> = {
    add(item) {
      if (item < 0) throw new RangeError('negative');
      items.push(item);
    },
    length: () => items.length,
    takeBatch: () => items.splice(-1),
  };
  const batches: number[][] = [];
  const batcher = createBatcher({
    queue,
    beforeFirst: oneTurn,
    write: async (batch) => void batches.push(batch),
  });
  for (const item of [1, 2]) batcher.add(item);
  expect(() => batcher.add(-1)).toThrow(RangeError);
  await batcher.drain();
  expect(batches).toEqual([[2], [1]]);
});
