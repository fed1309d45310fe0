/** Tests the time limits of work that ends in time, fails or takes too long. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { settledWithin, withTimeout } from './withTimeout.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = new Promise<never>(() => undefined);

test('work that ends in time gives its result, and leaves no timer behind', async () => {
  expect(await withTimeout(Promise.resolve(1), 100)).toBe(1);
  await expect(withTimeout(Promise.reject(new Error('own')), 100)).rejects.toThrow('own');
  expect(jest.getTimerCount()).toBe(0);
});

test('work that takes longer rejects with the error of the options', async () => {
  const plain = expect(withTimeout(never, 100)).rejects.toThrow('no answer within 100 ms');
  const own = expect(withTimeout(never, 100, { error: () => new RangeError('late') })).rejects;
  const checked = own.toThrow(RangeError);
  jest.advanceTimersByTime(100);
  await Promise.all([plain, checked]);
});

test('work that is done already wins against a limit of zero', async () => {
  expect(await withTimeout(Promise.resolve(1), 0)).toBe(1);
});

test('settledWithin resolves when the work ends, fails, or takes too long', async () => {
  await settledWithin(Promise.resolve(1), 100);
  await settledWithin(Promise.reject(new Error('x')), 100);
  await settledWithin(undefined, 100);
  const late = settledWithin(never, 100);
  jest.advanceTimersByTime(100);
  await late;
  expect(jest.getTimerCount()).toBe(0);
});

test('with turns of grace, an answer that is read after the time limit still counts', async () => {
  let answer = (_value: number) => {};
  const work = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const waiting = withTimeout(work, 100, { graceTurns: 2 });
  jest.advanceTimersByTime(100);
  answer(1);
  jest.runAllTimers();
  expect(await waiting).toBe(1);
});
