/**
 * Bounds the time of an answer: no caller waits longer than five seconds, not counting the upload
 * of its body, what a large one waits for room, and the time for which it asked to wait.
 */
import { Unavailable } from '@rafaga/db';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Response } from '../handler.js';

const ANSWER_WITHIN_MS = 4_500;

/** Below this time a step with a timeout of its own still ends before the answer is due. */
const EARLY_MS = 200;

export const isEarly = (res: Response): boolean => performance.now() - workingSince(res) < EARLY_MS;

/** The time of the answer begins now: the caller took the time before. */
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
