/**
 * Limits a credential to its business's calls a minute; headers of every answer show what is left.
 */
import { Refusal } from '@rafaga/contract';
import type { Handler } from '../handler.js';
import { type Rate, WINDOW_SECONDS } from './rate.js';

/** 429. @param processes how many share the limit when each counts on its own */
export const limit =
  (rate: Rate, processes: number): Handler =>
  async (_req, res, next) => {
    const { id, business } = res.locals.caller;
    const { count, resetMs, shared } = await rate.spend(id);
    const quota = shared ? business.ratePerMinute : Math.ceil(business.ratePerMinute / processes);
    const reset = Math.min(Math.max(Math.ceil(resetMs / 1_000), 1), WINDOW_SECONDS);
    res.locals.spent = count;
    res.setHeader('RateLimit-Policy', `"minuto";q=${quota};w=${WINDOW_SECONDS}`);
    res.setHeader('RateLimit', `"minuto";r=${Math.max(quota - count, 0)};t=${reset}`);
    if (count > quota) {
      res.setHeader('Retry-After', String(reset));
      throw new Refusal('rate_limited');
    }
    next();
  };
