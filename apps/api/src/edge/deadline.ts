/**
 * Limits the time to an answer to five seconds. The upload of the body, the wait of a large body
 * for memory, and a wait that the caller asked for do not count.
 */
import { Unavailable } from '@rafaga/db';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Response } from '../handler.js';

const ANSWER_WITHIN_MS = 4_500;

/**
 * A step that begins within this time needs no second time-out: its own ends before the answer is
 * due.
 */
const EARLY_MS = 200;

export const isEarly = (res: Response): boolean => performance.now() - workingSince(res) < EARLY_MS;

/** Starts the time of the answer now: the time until now was the caller's. */
export function restartDeadline(res: Response): void {
  res.locals.workingSince = performance.now();
}

/** The result of `work`; rejects with the error of `late` when the request's time ends first. */
export function inTime<T>(
  res: Response,
  work: Promise<T>,
  late: () => Error = () => new Unavailable('late'),
): Promise<T> {
  const left = Math.max(workingSince(res) + ANSWER_WITHIN_MS - performance.now(), 0);
  return withTimeout(work, left, { error: late });
}

const workingSince = ({ locals }: Response): number => locals.workingSince ?? locals.startedAt;
