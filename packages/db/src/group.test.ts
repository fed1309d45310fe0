import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { Db } from './db.js';
import { grouped } from './group.js';

function aGroup(refused?: number) {
  const groups: number[][] = [];
  const ask = grouped<number, number>(async (_db, items) => {
    groups.push(items);
    if (items.includes(refused as number)) throw new pg.DatabaseError('refused', 0, 'error');
    return items.map((item) => item * 10);
  });
  const db = {} as Db;
  return { groups, ask: (item: number) => ask(db, item) };
}

test('what is asked together goes together, so many at most, and each gets its own answer', async () => {
  const { groups, ask } = aGroup();
  const items = Array.from({ length: 100 }, (_, item) => item);
  expect(await Promise.all(items.map(ask))).toEqual(items.map((item) => item * 10));
  expect(groups.map(({ length }) => length)).toEqual([64, 36]);
});

test('one after the other goes alone', async () => {
  const { groups, ask } = aGroup();
  for (const item of [1, 2, 3]) await ask(item);
  expect(groups).toEqual([[1], [2], [3]]);
});

test('one that is refused does not fail its neighbours', async () => {
  const { ask } = aGroup(2);
  const answers = await Promise.allSettled([1, 2, 3].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
