/** Bounds the time of an answer: no caller waits longer than five seconds. */
import { Unavailable } from '@rafaga/db';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Response } from '../handler.js';

const ANSWER_WITHIN_MS = 4_500;

/** Below this time a step with a timeout of its own still ends before the answer is due. */
const EARLY_MS = 200;

export const isEarly = (res: Response): boolean =>
  performance.now() - res.locals.startedAt < EARLY_MS;

/** The time for which the caller asked to wait does not count. */
export function restartDeadline(res: Response): void {
  res.locals.startedAt = performance.now();
}

/** The result of `work`; rejects with the error of `late` when the request's time ends first. */
export function inTime<T>(
  res: Response,
  work: Promise<T>,
  late: () => Error = () => new Unavailable('late'),
): Promise<T> {
  const left = Math.max(res.locals.startedAt + ANSWER_WITHIN_MS - performance.now(), 0);
  return withTimeout(work, left, { error: late });
}
