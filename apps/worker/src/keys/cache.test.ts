import { expect, test } from '@jest/globals';
import { createCache } from './cache.js';

test('what was opened is remembered, also for those who ask meanwhile; a failure is not', async () => {
  let opened = 0;
  const cache = createCache<number>();
  const open = async () => ++opened;
  expect(await Promise.all([cache('a', open), cache('a', open)])).toEqual([1, 1]);
  await expect(cache('b', () => Promise.reject(new Error('x')))).rejects.toThrow();
  expect(await cache('b', open)).toBe(2);
});

test('what nobody asked for longest is forgotten first', async () => {
  let opened = 0;
  const cache = createCache<number>(2);
  const open = async () => ++opened;
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache(key, open);
  expect(opened).toBe(4);
});
