/** Tests the percentiles that are read from durations counted in buckets. */
import { expect, test } from '@jest/globals';
import { bucketOf, percentile } from './latencyBuckets.js';

test('a percentile read from buckets is at most an eighth off', () => {
  for (const ms of [1.5, 12, 480, 33_000, 7_200_000]) {
    const read = percentile(new Map([[bucketOf(ms), 10]]), 0.5) ?? 0;
    expect(Math.abs(read - ms) / ms).toBeLessThan(ms < 5 ? 0.5 : 0.125);
  }
});

test('half of the durations are below the 50th percentile, and nearly all below the 95th', () => {
  const buckets = new Map([
    [bucketOf(100), 90],
    [bucketOf(10_000), 10],
  ]);
  expect(percentile(buckets, 0.5)).toBeLessThan(120);
  expect(percentile(buckets, 0.95)).toBeGreaterThan(8_000);
});

test('there is no percentile without durations', () => {
  expect(percentile(new Map(), 0.5)).toBeNull();
});
