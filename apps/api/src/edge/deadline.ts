/** No caller waits longer than five seconds for an answer. */
import { Unavailable } from '@rafaga/db';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Response } from '../handler.js';

const ANSWER_WITHIN_MS = 4_500;

/** So little is gone that a step which watches its own time will be in time. */
const EARLY_MS = 200;

export const isEarly = (res: Response): boolean =>
  performance.now() - res.locals.startedAt < EARLY_MS;

/** What `work` gives, unless the request's time is over first: then it throws what `late` makes. */
export function inTime<T>(
  res: Response,
  work: Promise<T>,
  late: () => Error = () => new Unavailable('late'),
): Promise<T> {
  const left = Math.max(res.locals.startedAt + ANSWER_WITHIN_MS - performance.now(), 0);
  return withTimeout(work, left, { error: late });
}
