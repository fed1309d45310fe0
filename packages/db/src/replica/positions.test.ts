/** The lag of a standby is never underestimated, whatever the servers' clocks and writes. */
import { expect, test } from '@jest/globals';
import { createPositions } from './positions.js';

/** The primary, asked each second, at a position of 10 after each of them. */
function anHour() {
  const positions = createPositions();
  for (let second = 0; second < 3_600; second++)
    positions.add({ lsn: 10 * second, beat: second - (second % 5) }, second * 1_000);
  return positions;
}

test('a standby has what the primary had at the newest position that it reached', () => {
  const positions = anHour();
  expect(positions.reachedBy({ lsn: 35_999, beat: 3_595 })).toBe(3_599_000);
  expect(positions.reachedBy({ lsn: 35_985, beat: 3_595 })).toBe(3_598_000);
});

test('a primary without writes does not make its standby look old', () => {
  const positions = createPositions();
  for (const at of [1_000, 2_000, 3_000]) positions.add({ lsn: 7, beat: 1 }, at);
  expect(positions.reachedBy({ lsn: 7, beat: 1 })).toBe(3_000);
});

test('a position of another log counts for nothing without the own heartbeat', () => {
  const positions = anHour();
  expect(positions.reachedBy({ lsn: 1e9, beat: 100 })).toBeLessThan(105_000);
  expect(positions.reachedBy({ lsn: 1e9, beat: -1 })).toBeUndefined();
});

test('old positions are thinned out, which only makes a standby look older', () => {
  const positions = anHour();
  for (const seconds of [5, 500, 3_000])
    expect(positions.reachedBy({ lsn: 10 * seconds, beat: 1e9 })).toBeLessThanOrEqual(
      seconds * 1_000,
    );
});
