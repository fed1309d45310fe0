/** How long a document waits before its next attempt, by the class of what stopped it. */
import type { WaitClass } from '@rafaga/db';

/** First and longest wait; it doubles in between, by the attempts so far. */
export const WAITS: Record<WaitClass, readonly [firstMs: number, longestMs: number]> = {
  unreachable: [2_000, 60_000],
  // the authority may still be at it: long enough for it to finish, short enough for a till that
  // asks
  unknown: [5_000, 60_000],
  unavailable: [5_000, 60_000],
  throttled: [1_000, 60_000],
  in_process: [30_000, 60_000],
  // the sweep knows when its business is back
  paused: [0, 0],
  trouble: [5_000, 60_000],
};

/**
 * @param random 0 to 1: spreads by a quarter to both sides, so that what failed together does not
 * come back together
 */
export function backoff(waitClass: WaitClass, attempt: number, random = Math.random()): number {
  const [first, longest] = WAITS[waitClass];
  const wait = Math.min(first * 2 ** Math.min(attempt - 1, 16), longest);
  return Math.round(wait * (0.75 + random / 2));
}
