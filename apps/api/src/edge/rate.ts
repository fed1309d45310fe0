/**
 * Counts the calls of a credential in a minute: together with the other processes through Redis, in
 * this process alone while Redis is unavailable.
 */
import { batchedCall, withTimeout } from '@rafaga/runtime/concurrency';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';

export interface Spent {
  /** How many calls of this window came up to and with this one. */
  count: number;
  /** Until the window ends. */
  resetMs: number;
  /** False: only this process was counted. */
  shared: boolean;
}

export interface Rate {
  spend(credentialId: number): Promise<Spent>;
}

export const WINDOW_SECONDS = 60;
/** Redis counts in less than a millisecond. */
const ANSWER_WITHIN_MS = 100;
/**
 * After a failure Redis is not queried for this long: an outage costs one caller the timeout, not
 * every caller.
 */
const REST_MS = 1_000;

/**
 * A pause of this process is not Redis's: without the grace, every burst of work would have us
 * count alone.
 */
const PATIENT = { graceTurns: 2, error: () => new Error('Redis does not answer') };

/** Counts one call of a credential. */
type Counts = () => Promise<Spent>;

/**
 * Calls that arrive while a count is under way are counted together by the next one: a busy key
 * costs Redis one command a round trip, and each caller still gets its own place in the window.
 */
export function createRate(
  redis: Redis,
  onError: (error: Error) => void,
  now: () => number = Date.now,
): Rate {
  // these two only count: `limit` compares with the business's limit
  const window = {
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
    keyPrefix: '{rafaga}:rate',
  };
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  const own = new RateLimiterMemory(window);
  const counts = new Map<number, Counts>();
  let restUntil = 0;

  async function count(
    credentialId: number,
    calls: number,
  ): Promise<RateLimiterRes & { shared: boolean }> {
    // also while Redis counts: an outage continues the minute in which it begins, and gives no
    // credential a second one
    const mine = await own.penalty(credentialId, calls);
    if (now() >= restUntil) {
      try {
        return Object.assign(
          await withTimeout(shared.penalty(credentialId, calls), ANSWER_WITHIN_MS, PATIENT),
          {
            shared: true,
          },
        );
      } catch (error) {
        restUntil = now() + REST_MS;
        onError(error as Error);
      }
    }
    return Object.assign(mine, { shared: false });
  }

  function countsOf(credentialId: number): Counts {
    const known = counts.get(credentialId);
    if (known) return known;
    const own = batchedCall<void, Spent>({
      async run(calls) {
        const { consumedPoints, msBeforeNext, shared } = await count(credentialId, calls.length);
        const before = consumedPoints - calls.length;
        return calls.map((_, i) => ({ count: before + i + 1, resetMs: msBeforeNext, shared }));
      },
      onIdle: () => counts.delete(credentialId),
    });
    counts.set(credentialId, own);
    return own;
  }

  return { spend: (credentialId) => countsOf(credentialId)() };
}
