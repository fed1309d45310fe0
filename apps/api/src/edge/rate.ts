/**
 * Counts what a credential sends in a minute: together with the other processes through Redis, on
 * its own while Redis is away.
 */
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
 * After a failure Redis is not asked for this long: an outage costs one caller its time-out, not
 * every caller.
 */
const REST_MS = 1_000;

interface Waiting {
  callers: ((spent: Spent) => void)[];
  asking: boolean;
}

/**
 * Calls that arrive while a count is under way are counted together by the next one: a busy key
 * costs Redis one command a round trip, and each caller still gets its own place in the window.
 */
export function createRate(
  redis: Redis,
  onError: (error: Error) => void,
  now: () => number = Date.now,
): Rate {
  // the limit is the business's and judged by the caller: these two only count
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
  const keys = new Map<number, Waiting>();
  let restUntil = 0;

  async function count(
    credentialId: number,
    calls: number,
  ): Promise<RateLimiterRes & { shared: boolean }> {
    // also while Redis counts: an outage goes on with the minute that it breaks into, and gives
    // nobody a second one
    const mine = await own.penalty(credentialId, calls);
    if (now() >= restUntil) {
      try {
        return Object.assign(await within(ANSWER_WITHIN_MS, shared.penalty(credentialId, calls)), {
          shared: true,
        });
      } catch (error) {
        restUntil = now() + REST_MS;
        onError(error as Error);
      }
    }
    return Object.assign(mine, { shared: false });
  }

  async function ask(credentialId: number, waiting: Waiting): Promise<void> {
    waiting.asking = true;
    while (waiting.callers.length > 0) {
      const callers = waiting.callers;
      waiting.callers = [];
      const { consumedPoints, msBeforeNext, shared } = await count(credentialId, callers.length);
      const before = consumedPoints - callers.length;
      callers.forEach((tell, i) => {
        tell({ count: before + i + 1, resetMs: msBeforeNext, shared });
      });
    }
    keys.delete(credentialId);
  }

  return {
    spend: (credentialId) =>
      new Promise((resolve) => {
        let waiting = keys.get(credentialId);
        if (!waiting) {
          waiting = { callers: [], asking: false };
          keys.set(credentialId, waiting);
        }
        waiting.callers.push(resolve);
        if (!waiting.asking) void ask(credentialId, waiting);
      }),
  };
}

/**
 * A pause of this process is not Redis's: when the time is over, answers that have arrived
 * meanwhile are read first. Otherwise every burst of work would have us count alone.
 */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new Error('Redis does not answer')))),
      ms,
    );
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
