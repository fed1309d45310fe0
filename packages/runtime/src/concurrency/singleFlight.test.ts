/** Tests which calls share one run. */
import { expect, test } from '@jest/globals';
import { oneTurn } from './batcher.js';
import { freshFlight, singleFlight } from './singleFlight.js';

/** Work that counts its runs, which end when the test calls `ends`. */
function aWork() {
  const ends: ((fail?: Error) => void)[] = [];
  let runs = 0;
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const run = ++runs;
      ends.push((error) => (error ? reject(error) : resolve(run)));
    });
  return { work, ends, runs: () => runs };
}

test('calls of a key share the run that is under way, and the next call runs anew', async () => {
  const { work, ends, runs } = aWork();
  const flight = singleFlight<number>();
  const both = Promise.all([flight('a', work), flight('a', work)]);
  expect(runs()).toBe(1);
  ends[0]?.();
  expect(await both).toEqual([1, 1]);
  const third = flight('a', work);
  ends[1]?.();
  expect(await third).toBe(2);
});

test('calls of different keys run side by side', () => {
  const { work, runs } = aWork();
  const flight = singleFlight<number>();
  void flight('a', work);
  void flight('b', work);
  expect(runs()).toBe(2);
});

test('a failure goes to all calls that share the run, and is not kept', async () => {
  const { work, ends } = aWork();
  const flight = singleFlight<number>();
  const both = Promise.allSettled([flight('a', work), flight('a', work)]);
  ends[0]?.(new Error('no'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = flight('a', work);
  ends[1]?.();
  expect(await next).toBe(2);
});

test('a fresh flight gives no call a result that began before the call', async () => {
  const { work, ends, runs } = aWork();
  const flight = freshFlight(work);
  const first = flight('a');
  await oneTurn();
  const during = Promise.all([flight('a'), flight('a')]);
  await oneTurn();
  expect(runs()).toBe(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await oneTurn();
  ends[1]?.();
  expect(await during).toEqual([2, 2]);
  expect(runs()).toBe(2);
});

test('a fresh flight goes on after a failure', async () => {
  const { work, ends } = aWork();
  const flight = freshFlight(work);
  const first = flight('a');
  await oneTurn();
  const second = flight('a');
  ends[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await oneTurn();
  ends[1]?.();
  expect(await second).toBe(2);
});
