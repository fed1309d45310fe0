/** The requests of a worker, counted by hour until they are written. */
import { expect, test } from '@jest/globals';
import { createRequestCounts } from './requestCounts.js';

const HOUR = 3_600_000;
const aRequest = { operation: 'sendBill', authority: 'beta', outcome: 'cdr', tookMs: 40 } as const;

test('equal requests of an hour are one count, those of the next hour another', () => {
  let now = 10 * HOUR + 1;
  const counts = createRequestCounts(() => now);
  counts.add(aRequest);
  counts.add(aRequest);
  now += HOUR;
  counts.add(aRequest);
  expect(counts.take().map(({ hour, count }) => [hour.getTime() / HOUR, count])).toEqual([
    [10, 2],
    [11, 1],
  ]);
  expect(counts.take()).toEqual([]);
});

test('counts that could not be written are added to the next ones', () => {
  const counts = createRequestCounts(() => HOUR);
  counts.add(aRequest);
  const taken = counts.take();
  counts.add(aRequest);
  counts.putBack(taken);
  expect(counts.take()).toMatchObject([{ operation: 'sendBill', result: 'cdr', count: 2 }]);
});
