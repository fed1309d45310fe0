/**
 * Who guesses wrong waits longer each time. Counted by address and name together: nobody can lock
 * somebody else's account.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface LoginThrottle {
  /** Seconds until the next try is heard; 0: now. */
  waitSeconds(who: string): number;
  recordFailure(who: string): void;
  reset(who: string): void;
}

const FREE_TRIES = 4;
const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;
/** After so long a quiet, all is forgotten. */
const MEMORY_MS = 60 * 60_000;

export function createLoginThrottle(now: () => number = Date.now, max = 20_000): LoginThrottle {
  const seen = ttlCache<string, { failures: number; until: number }>({
    max,
    ttlMs: MEMORY_MS,
    now,
  });
  return {
    waitSeconds: (who) => Math.max(0, Math.ceil(((seen.get(who)?.until ?? 0) - now()) / 1_000)),
    recordFailure(who) {
      const failures = (seen.get(who)?.failures ?? 0) + 1;
      const pause =
        failures < FREE_TRIES ? 0 : Math.min(FIRST_MS * 2 ** (failures - FREE_TRIES), LONGEST_MS);
      seen.set(who, { failures, until: now() + pause });
    },
    reset: seen.delete,
  };
}
