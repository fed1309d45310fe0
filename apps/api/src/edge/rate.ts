/**
 * Counts the calls of a credential in a minute: of all processes through Redis; only of this
 * process while Redis is unavailable.
 */
import type { RedisClient } from '@rafaga/queue';
import { batchedCall, withTimeout } from '@rafaga/runtime/concurrency';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';

export interface WindowCount {
  /** Calls in this window up to and including this one. */
  count: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
  /** False when only the calls of this process were counted. */
  shared: boolean;
}

export interface Rate {
  /**
   * Counts one call, or several that were already answered.
   * @returns the count including them
   */
  count(credentialId: number, calls?: number): Promise<WindowCount>;
}

export const WINDOW_SECONDS = 60;
/** Redis counts in less than a millisecond. */
const ANSWER_WITHIN_MS = 100;
/**
 * After a failure Redis is not queried for this long: an outage costs one caller the timeout, not
 * every caller.
 */
const SKIP_REDIS_MS = 1_000;

/** Reads what arrived before it times out: a pause of this process is not an outage of Redis. */
const TIMEOUT_OPTIONS = { graceTurns: 2, error: () => new Error('Redis does not answer') };

/** Counts calls of one credential. */
type Counts = (calls: number) => Promise<WindowCount>;

/**
 * Calls that arrive during a count are counted together by the next: a busy key costs Redis one
 * command a round trip, and each call still gets its own position in the window.
 */
export function createRate(
  redis: RedisClient,
  onError: (error: Error) => void,
  now: () => number = Date.now,
): Rate {
  const count = createCount(redis, onError, now);
  const counts = new Map<number, Counts>();

  function countsOf(credentialId: number): Counts {
    const known = counts.get(credentialId);
    if (known) return known;
    const own = batchedCall<number, WindowCount>({
      async run(batch) {
        const all = batch.reduce((sum, calls) => sum + calls, 0);
        const { consumedPoints, msBeforeNext, shared } = await count(credentialId, all);
        let counted = consumedPoints - all;
        return batch.map((calls) => {
          counted += calls;
          return { count: counted, resetMs: msBeforeNext, shared };
        });
      },
      onIdle: () => counts.delete(credentialId),
    });
    counts.set(credentialId, own);
    return own;
  }

  return { count: (credentialId, calls = 1) => countsOf(credentialId)(calls) };
}

/** Counts the calls of a credential in Redis, and in this process while Redis is unavailable. */
function createCount(redis: RedisClient, onError: (error: Error) => void, now: () => number) {
  // these limiters only count: `limit.ts` compares with the limit of the business
  const window = {
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
    // no braces: the keys are spread over the nodes of a cluster
    keyPrefix: 'rafaga:rate',
  };
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  const own = new RateLimiterMemory(window);
  let skipRedisUntil = 0;

  return async function count(
    credentialId: number,
    calls: number,
  ): Promise<RateLimiterRes & { shared: boolean }> {
    // counted here too, so that the count continues when Redis fails within the minute
    const ownCount = await own.penalty(credentialId, calls);
    if (now() >= skipRedisUntil) {
      try {
        return Object.assign(
          await withTimeout(shared.penalty(credentialId, calls), ANSWER_WITHIN_MS, TIMEOUT_OPTIONS),
          {
            shared: true,
          },
        );
      } catch (error) {
        skipRedisUntil = now() + SKIP_REDIS_MS;
        onError(error as Error);
      }
    }
    return Object.assign(ownCount, { shared: false });
  };
}
