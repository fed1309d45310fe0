/**
 * Each wrong password or code makes the next attempt wait longer. A password is counted by address
 * and e-mail together, so that one user cannot lock another's account.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface LoginThrottle {
  /** Seconds until the next attempt is accepted; 0: now. */
  waitSeconds(key: string): number;
  /** Called before the attempt is checked: attempts at the same time count each other. */
  recordFailure(key: string): void;
  /** After a right attempt. */
  reset(key: string): void;
}

const FREE_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** Failures are forgotten after this long without another. */
const FORGET_MS = 60 * 60_000;

export function createLoginThrottle(now: () => number = Date.now, max = 20_000): LoginThrottle {
  const entries = ttlCache<string, { failures: number; until: number }>({
    max,
    ttlMs: FORGET_MS,
    now,
  });
  return {
    waitSeconds: (key) => Math.max(0, Math.ceil(((entries.get(key)?.until ?? 0) - now()) / 1_000)),
    recordFailure(key) {
      const failures = (entries.get(key)?.failures ?? 0) + 1;
      const pause =
        failures < FREE_ATTEMPTS
          ? 0
          : Math.min(FIRST_PAUSE_MS * 2 ** (failures - FREE_ATTEMPTS), MAX_PAUSE_MS);
      entries.set(key, { failures, until: now() + pause });
    },
    reset: entries.delete,
  };
}
