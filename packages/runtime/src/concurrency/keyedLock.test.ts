/** Tests that work on one key runs in order. */
import { expect, test } from '@jest/globals';
import { oneTurn } from './batcher.js';
import { keyedLock } from './keyedLock.js';

test('work on one key runs in the order of the calls; other keys do not wait', async () => {
  const lock = keyedLock();
  const steps: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    steps.push(`${name} begins`);
    return new Promise<void>((resolve) =>
      ends.push(() => {
        steps.push(`${name} ends`);
        resolve();
      }),
    );
  };
  const all = [lock('a', work('first')), lock('a', work('second')), lock('b', work('other'))];
  await oneTurn();
  expect(steps).toEqual(['first begins', 'other begins']);
  ends[0]?.();
  await oneTurn();
  expect(steps.slice(2)).toEqual(['first ends', 'second begins']);
  for (const end of ends.slice(1)) end();
  await Promise.all(all);
});

test('a failure goes to its own caller, and the next work runs', async () => {
  const lock = keyedLock();
  const failed = lock('a', () => Promise.reject(new Error('no')));
  const next = lock('a', async () => 2);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe(2);
});
