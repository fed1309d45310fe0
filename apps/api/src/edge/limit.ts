/** Limits the calls of a credential in a minute; headers of every answer show the rest. */
import { Refusal } from '@rafaga/contract';
import { whenClosed } from '@rafaga/runtime';
import type { Deps } from '../deps.js';
import type { Response, Step } from '../handler.js';
import { WINDOW_SECONDS } from './rate.js';

/**
 * With more open calls of a credential than this, each waits for Redis: calls that are counted
 * together also continue together, which at 64 connections takes 7 % less CPU.
 */
const FEW_OPEN_CALLS = 32;

/**
 * Refuses with 429 beyond the limit. While Redis does not count, the API processes divide the
 * limit.
 */
export function limit({ rate, processes }: Pick<Deps, 'rate' | 'processes'>): Step {
  const openCalls = createOpenCalls();
  return async (_req, res) => {
    const { id, business } = res.locals.caller;
    const mayBeEarly = openCalls.add(id, res) <= FEW_OPEN_CALLS;
    const { count, resetMs, shared } = await rate.count(id, business.ratePerMinute, mayBeEarly);
    const quota = shared ? business.ratePerMinute : Math.ceil(business.ratePerMinute / processes);
    const reset = Math.min(Math.max(Math.ceil(resetMs / 1_000), 1), WINDOW_SECONDS);
    res.setHeader('RateLimit-Policy', `"minuto";q=${quota};w=${WINDOW_SECONDS}`);
    res.setHeader('RateLimit', `"minuto";r=${Math.max(quota - count, 0)};t=${reset}`);
    if (count > quota) {
      res.setHeader('Retry-After', String(reset));
      throw new Refusal('rate_limited');
    }
  };
}

/** Counts the unanswered calls of each credential in this process. */
function createOpenCalls() {
  const counts = new Map<number, number>();
  function end(credentialId: number): void {
    const left = (counts.get(credentialId) ?? 1) - 1;
    if (left === 0) counts.delete(credentialId);
    else counts.set(credentialId, left);
  }
  return {
    /** @returns the count with this one */
    add(credentialId: number, res: Response): number {
      const count = (counts.get(credentialId) ?? 0) + 1;
      counts.set(credentialId, count);
      whenClosed(res, () => end(credentialId));
      return count;
    },
  };
}
