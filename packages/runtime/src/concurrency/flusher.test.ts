/** Tests when a flusher writes. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createFlusher } from './flusher.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('it flushes at its interval, once more when it is closed, and then no more', async () => {
  const flush = jest.fn(async () => undefined);
  const flusher = createFlusher(1_000, flush);
  await jest.advanceTimersByTimeAsync(2_500);
  expect(flush).toHaveBeenCalledTimes(2);
  await flusher.close();
  jest.advanceTimersByTime(5_000);
  expect(flush).toHaveBeenCalledTimes(3);
});

test('while one flush takes long no other begins, and the close waits for it', async () => {
  const ends: (() => void)[] = [];
  const flush = jest.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const flusher = createFlusher(1_000, flush);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(flush).toHaveBeenCalledTimes(1);
  const closed = flusher.close();
  ends[0]?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(flush).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await closed;
});
