/** A minute to restore is read as written, and no day that the calendar lacks. */
import { expect, test } from '@jest/globals';
import { readMinute } from './read.js';

test.each([
  ['2026-11-22 17:05', '2026-11-22T22:05:00.000Z'],
  ['2028-02-29T00:00:30', '2028-02-29T05:00:30.000Z'],
  ['2026-11-22T22:05:00Z', '2026-11-22T22:05:00.000Z'],
  ['2026-12-31 23:59-05:00', '2027-01-01T04:59:00.000Z'],
])('%s is a minute', (text, at) => {
  expect(readMinute(text)?.toISOString()).toBe(at);
});

test.each(['2026-02-29 10:00', '2026-11-31 10:00', '2026-13-01 10:00', '2026-11-22 25:00', 'ayer'])(
  '%s is none',
  (text) => {
    expect(() => readMinute(text)).toThrow('--hasta');
  },
);
