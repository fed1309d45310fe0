/**
 * Limits a credential to its business's calls a minute; headers of every answer show what is left.
 */
import { Refusal } from '@rafaga/contract';
import type { Deps } from '../deps.js';
import type { Step } from '../handler.js';
import { WINDOW_SECONDS } from './rate.js';

/**
 * Refuses with 429 beyond the limit. When Redis does not count, the processes of the API divide the
 * limit among them.
 */
export const limit =
  ({ rate, processes, businessCalls }: Pick<Deps, 'rate' | 'processes' | 'businessCalls'>): Step =>
  async (_req, res) => {
    const { id, business } = res.locals.caller;
    const { count, resetMs, shared } = await rate.count(id, business.ratePerMinute);
    const quota = shared ? business.ratePerMinute : Math.ceil(business.ratePerMinute / processes);
    const reset = Math.min(Math.max(Math.ceil(resetMs / 1_000), 1), WINDOW_SECONDS);
    // a business with many credentials has as many calls: what this process has seen is enough
    res.locals.callsThisMinute = Math.max(count, businessCalls.add(business.id));
    res.setHeader('RateLimit-Policy', `"minuto";q=${quota};w=${WINDOW_SECONDS}`);
    res.setHeader('RateLimit', `"minuto";r=${Math.max(quota - count, 0)};t=${reset}`);
    if (count > quota) {
      res.setHeader('Retry-After', String(reset));
      throw new Refusal('rate_limited');
    }
  };
