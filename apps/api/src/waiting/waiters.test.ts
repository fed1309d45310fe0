/** Callers that wait are woken, bounded and forgotten. */
import { expect, test } from '@jest/globals';
import { createWaiters, type Waiting } from './waiters.js';

const LONG = 60_000;
const of = (documentId: number, businessId = 1) => ({ documentId, businessId });

test('every caller of a decided document is woken, and those of others wait on', async () => {
  const waiters = createWaiters();
  const [one, same, other] = [1, 1, 2].map((id) => waiters.open(of(id), LONG)) as Waiting[];
  const woken = Promise.all([one?.next(), same?.next()]);
  waiters.wake([1, 3]);
  expect(await woken).toEqual([true, true]);
  const next = other?.next();
  other?.close();
  expect(await next).toBe(false);
  waiters.close();
});

test('a decision between two reads is not lost', async () => {
  const waiters = createWaiters();
  const waiting = waiters.open(of(1), LONG);
  waiters.wake([1]);
  expect(await waiting?.next()).toBe(true);
  const again = waiting?.next();
  waiters.wake([1]);
  expect(await again).toBe(true);
  waiting?.close();
});

test('a wait is over after its time, and then holds no place', async () => {
  const waiters = createWaiters();
  const waiting = waiters.open(of(1), 5);
  expect(await waiting?.next()).toBe(false);
  expect(await waiting?.next()).toBe(false);
  expect(waiters.documents()).toEqual([]);
});

test('a closed wait frees its place once', () => {
  const waiters = createWaiters(4);
  const first = waiters.open(of(1), LONG);
  expect(waiters.open(of(2), LONG)).toBeUndefined();
  first?.close();
  first?.close();
  const [second, third] = [waiters.open(of(2), LONG), waiters.open(of(3), LONG)];
  expect([second === undefined, third === undefined]).toEqual([false, true]);
  second?.close();
});

test('no business takes the places of the others', () => {
  const waiters = createWaiters(1_000);
  const taken = (business: number) => {
    let count = 0;
    while (waiters.open(of(count, business), LONG)) count += 1;
    return count;
  };
  expect(taken(1)).toBe(200);
  for (let business = 2; business <= 10; business++) expect(taken(business)).toBeGreaterThan(20);
  waiters.close();
});

test('each document is named once, however many wait for it', () => {
  const waiters = createWaiters();
  for (const id of [7, 7, 8]) waiters.open(of(id, 3), LONG);
  expect(waiters.documents().map(({ documentId }) => documentId)).toEqual([7, 8]);
  waiters.close();
});

test('closing ends every wait, and there is no place afterwards', async () => {
  const waiters = createWaiters();
  const waits = [1, 2, 3].map((id) => waiters.open(of(id), LONG)?.next());
  waiters.close();
  expect(await Promise.all(waits)).toEqual([false, false, false]);
  expect(waiters.open(of(4), LONG)).toBeUndefined();
});
