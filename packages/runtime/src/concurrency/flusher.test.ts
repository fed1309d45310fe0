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
  jest.advanceTimersByTime(2_500);
  expect(flush).toHaveBeenCalledTimes(2);
  await flusher.close();
  jest.advanceTimersByTime(5_000);
  expect(flush).toHaveBeenCalledTimes(3);
});
