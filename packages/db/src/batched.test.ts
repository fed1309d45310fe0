/** Tests which items share a statement, and that each gets its own result. */
import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { TestDb } from '../testing/connections.js';
import { batched } from './batched.js';

function aBatched(refused?: number) {
  const batches: number[][] = [];
  const timesTen = batched<number, number>(async (_db, items) => {
    batches.push(items);
    if (items.includes(refused as number)) throw new pg.DatabaseError('refused', 0, 'error');
    return items.map((item) => item * 10);
  });
  const db = {} as TestDb;
  return { batches, timesTen: (item: number) => timesTen(db, item) };
}

test('concurrent items share batches of at most 64, and each gets its own result', async () => {
  const { batches, timesTen } = aBatched();
  const items = Array.from({ length: 100 }, (_, item) => item);
  expect(await Promise.all(items.map(timesTen))).toEqual(items.map((item) => item * 10));
  expect(batches.map(({ length }) => length)).toEqual([64, 36]);
});

test('a statement that hangs does not hold up the items after it', async () => {
  let end = (_results: number[]) => {};
  let begun = () => {};
  const hanging = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const hangs = new Promise<number[]>((resolve) => {
    end = resolve;
  });
  const run = async (_db: unknown, items: number[]) => {
    if (!items.includes(0)) return items;
    begun();
    return hangs;
  };
  const read = batched(run, { paceMs: 0, maxInFlight: 2 });
  const db = {} as TestDb;
  const first = read(db, 0);
  await hanging;
  expect(await Promise.all([1, 2].map((item) => read(db, item)))).toEqual([1, 2]);
  end([0]);
  expect(await first).toBe(0);
});

test('items that follow one another are written alone', async () => {
  const { batches, timesTen } = aBatched();
  for (const item of [1, 2, 3]) await timesTen(item);
  expect(batches).toEqual([[1], [2], [3]]);
});

test('an item that the database refuses does not fail the others of its batch', async () => {
  const { timesTen } = aBatched(2);
  const results = await Promise.allSettled([1, 2, 3].map(timesTen));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
