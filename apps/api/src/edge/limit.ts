/**
 * Limits a credential to its business's calls a minute; headers of every answer show what is left.
 */
import { Refusal } from '@rafaga/contract';
import type { Step } from '../handler.js';
import { type Rate, WINDOW_SECONDS } from './rate.js';

/**
 * Refuses with 429 beyond the limit.
 * @param processes how many API processes divide the limit when each counts on its own
 */
export const limit =
  (rate: Rate, processes: number): Step =>
  async (_req, res) => {
    const { id, business } = res.locals.caller;
    const { count, resetMs, shared } = await rate.count(id);
    const quota = shared ? business.ratePerMinute : Math.ceil(business.ratePerMinute / processes);
    const reset = Math.min(Math.max(Math.ceil(resetMs / 1_000), 1), WINDOW_SECONDS);
    res.locals.callsThisMinute = count;
    res.setHeader('RateLimit-Policy', `"minuto";q=${quota};w=${WINDOW_SECONDS}`);
    res.setHeader('RateLimit', `"minuto";r=${Math.max(quota - count, 0)};t=${reset}`);
    if (count > quota) {
      res.setHeader('Retry-After', String(reset));
      throw new Refusal('rate_limited');
    }
  };
