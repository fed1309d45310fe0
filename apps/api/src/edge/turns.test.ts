/** Pieces of work take turns, so many in a time. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { createTurns } from './turns.js';

afterEach(() => {
  jest.useRealTimers();
});

const done = (
  turns: ReturnType<typeof createTurns>,
  businessId: number,
  log: string[],
  name = '',
) =>
  new Promise<void>((resolve) => {
    turns.next(businessId, () => {
      log.push(name);
      resolve();
    });
  });

test('the pieces of two businesses alternate', async () => {
  const turns = createTurns(1);
  const log: string[] = [];
  const pieces = [
    [1, 'a1'],
    [1, 'a2'],
    [2, 'b1'],
    [2, 'b2'],
  ] as const;
  await Promise.all(pieces.map(([businessId, name]) => done(turns, businessId, log, name)));
  expect(log).toEqual(['a1', 'b1', 'a2', 'b2']);
});

test('after so many pieces the next one waits for the next time', () => {
  jest.useFakeTimers();
  const turns = createTurns(2, 20);
  let pieces = 0;
  // one after the other, as the chunks of a body come
  const next = () => {
    pieces += 1;
    turns.next(1, next);
  };
  turns.next(1, next);
  for (const expected of [2, 4, 6]) {
    jest.advanceTimersByTime(19);
    expect(pieces).toBe(expected);
    jest.advanceTimersByTime(1);
  }
});
