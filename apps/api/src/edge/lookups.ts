/**
 * Looks up keys that this process does not know: one statement at a time for all that wait, and few
 * statements a second while most of the keys do not exist.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCredential } from '@rafaga/db';
import { batchedCall } from '@rafaga/runtime/concurrency';

/** Finds the credentials of several keys in PostgreSQL. */
export type Query = (apiKeys: readonly string[]) => Promise<ReadonlyMap<string, ApiCredential>>;

/** Statements with unknown keys that may run at once after a quiet time. */
const BURST = 50;
/** Statements with unknown keys a second after that: a new key waits 50 ms at most. */
const PER_SECOND = 20;
/** The most keys in one statement. */
const MAX_KEYS = 1_000;

/**
 * Every key is looked up, also during a flood from its own address: the work of PostgreSQL is
 * bounded, not the number of keys. A statement all of whose keys exist does not count against the
 * bound, so that a process that has just started finds its callers at once.
 */
export function createLookups(
  query: Query,
  {
    now = () => performance.now(),
    wait = sleep,
  }: { now?(): number; wait?(ms: number): Promise<unknown> } = {},
): (apiKey: string) => Promise<ApiCredential | undefined> {
  let left = BURST;
  let since = now();

  async function ready(): Promise<void> {
    const at = now();
    left = Math.min(left + ((at - since) * PER_SECOND) / 1_000, BURST);
    since = at;
    if (left < 1) await wait(((1 - left) * 1_000) / PER_SECOND);
  }

  return batchedCall<string, ApiCredential | undefined>({
    maxBatch: MAX_KEYS,
    beforeEach: ready,
    async run(apiKeys) {
      const callers = await query(apiKeys);
      if (callers.size < apiKeys.length) left -= 1;
      return apiKeys.map((apiKey) => callers.get(apiKey));
    },
  });
}
