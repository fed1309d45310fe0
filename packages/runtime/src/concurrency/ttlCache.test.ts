/** Tests expiry and eviction of the caches. */
import { expect, test } from '@jest/globals';
import { memoize, ttlCache } from './ttlCache.js';

test('an entry is gone after its time, counted from when it was set', () => {
  let now = 0;
  const cache = ttlCache<string, number>({ max: 10, ttlMs: 100, now: () => now });
  cache.set('a', 1);
  now = 99;
  expect([cache.get('a'), cache.remainingMs('a')]).toEqual([1, 1]);
  now = 100;
  expect([cache.get('a'), cache.remainingMs('a')]).toEqual([undefined, 0]);
  cache.set('a', 2);
  expect(cache.remainingMs('a')).toBe(100);
});

test('a full cache drops the entry that was not used for longest', () => {
  const cache = ttlCache<string, number>({ max: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([...'abc'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test('the size of all entries is bounded, and a large one is not kept', () => {
  const size = { of: (text: string) => text.length, max: 10, maxOfOne: 6 };
  const cache = ttlCache<string, string>({ max: 9, size });
  const texts = { a: '12345', b: '12345', c: '1', d: '1234567' };
  for (const [key, text] of Object.entries(texts)) cache.set(key, text);
  expect([...'abcd'].map((key) => cache.get(key))).toEqual([undefined, '12345', '1', undefined]);
});

test('entries are dropped one by one, or all at once', () => {
  const cache = ttlCache<string, number>({ max: 9 });
  for (const [at, key] of [...'abc'].entries()) cache.set(key, at);
  cache.delete('b');
  expect(cache.values().sort()).toEqual([0, 2]);
  cache.clear();
  expect(cache.values()).toEqual([]);
});

test('a result is cached, also for calls that arrive meanwhile; a failure is not', async () => {
  let made = 0;
  const cached = memoize<string, number>({ max: 10 });
  const make = async () => ++made;
  expect(await Promise.all([cached('a', make), cached('a', make)])).toEqual([1, 1]);
  await expect(cached('b', () => Promise.reject(new Error('x')))).rejects.toThrow();
  expect(await cached('b', make)).toBe(2);
});

test('the result that was not used for longest is made again', async () => {
  let made = 0;
  const cached = memoize<string, number>({ max: 2 });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(key, async () => ++made);
  expect(made).toBe(4);
});
