/** How long a document waits before its next attempt, by the class of the wait. */
import type { WaitClass } from '@rafaga/db';

/** The first and the longest wait of each class; a wait doubles with each attempt. */
export const WAITS: Record<WaitClass, readonly [firstMs: number, longestMs: number]> = {
  unreachable: [2_000, 60_000],
  // long enough for SUNAT to finish, short enough for a point of sale that polls the status
  unknown: [5_000, 60_000],
  unavailable: [5_000, 60_000],
  throttled: [1_000, 60_000],
  in_process: [30_000, 60_000],
  // the sweep enqueues the document when its business may send again
  paused: [0, 0],
  trouble: [5_000, 60_000],
};

/**
 * @param attempt counted from 1
 * @param random 0 to 1: varies the wait by up to 25 %, so that documents that failed together are
 * not retried together
 * @returns milliseconds
 */
export function backoff(waitClass: WaitClass, attempt: number, random = Math.random()): number {
  const [first, longest] = WAITS[waitClass];
  const wait = Math.min(first * 2 ** Math.min(attempt - 1, 16), longest);
  return Math.round(wait * (0.75 + random / 2));
}
