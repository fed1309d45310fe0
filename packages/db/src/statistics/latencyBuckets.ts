/**
 * Counts durations in buckets, each 1.25 times wider than the one before, so that a percentile read
 * from them is at most an eighth off, from milliseconds to a week.
 */

const GROWTH = 1.25;

/** The bucket of a duration: the duration is at most 1.25 ^ bucket milliseconds. */
export const bucketOf = (ms: number): number =>
  Math.ceil(Math.log(Math.max(1, ms)) / Math.log(GROWTH));

/** SQL: the bucket of an expression in milliseconds. */
export const bucketSql = (ms: string): string =>
  `ceil(ln(greatest(1, ${ms})) / ln(${GROWTH}))::smallint`;

/** The number of durations in each bucket. */
export type Buckets = ReadonlyMap<number, number>;

/** The milliseconds that `share` of the durations do not exceed; null without durations. */
export function percentile(buckets: Buckets, share: number): number | null {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let rest = share * total;
  for (const [bucket, count] of sorted) {
    rest -= count;
    if (rest <= 0) return Math.round(GROWTH ** (bucket - 0.5));
  }
  return null;
}
