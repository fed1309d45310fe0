/**
 * Who calls: credentials as PostgreSQL knows them, remembered for three seconds and forgotten at
 * once when their business changes.
 */
import type { ApiCredential } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';

export type Caller = ApiCredential;

export interface Callers {
  /** What is remembered and still good: no promise, no question. */
  peek(apiKey: string): Caller | undefined;
  /** Rejects when PostgreSQL cannot say. */
  find(apiKey: string): Promise<Caller | undefined>;
  /**
   * Whether this key was never a credential here, as far as is remembered, so that finding it is
   * one more question.
   */
  stranger(apiKey: string): boolean;
  /** Forgets what is remembered of a business, or everything. */
  drop(businessId?: number): void;
}

/** A revoked key works for no longer than this, though no message of it arrives. */
const FRESH_MS = 3_000;
const CAPACITY = 10_000;

interface Entry {
  /** From before the look-up: what was read may be as old as that. */
  since: number;
  answer: Promise<Caller | undefined>;
  caller?: Caller;
}

/** @param ask looks a key up in PostgreSQL */
export function createCallers(
  ask: (apiKey: string) => Promise<Caller | undefined>,
  now: () => number = Date.now,
): Callers {
  const found = ttlCache<string, Entry>({ max: CAPACITY });
  // names that are nobody's have a bound of their own: a flood of them drives no till out
  const missing = ttlCache<string, Entry>({ max: CAPACITY });
  const fresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && now() - entry.since < FRESH_MS;

  function lookUp(apiKey: string): Promise<Caller | undefined> {
    const entry: Entry = { since: now(), answer: ask(apiKey) };
    found.set(apiKey, entry);
    entry.answer.then(
      (caller) => {
        if (caller) entry.caller = caller;
        else if (found.get(apiKey) === entry) {
          found.delete(apiKey);
          missing.set(apiKey, entry);
        }
      },
      () => {
        if (found.get(apiKey) === entry) found.delete(apiKey);
      },
    );
    return entry.answer;
  }

  return {
    peek(apiKey) {
      const entry = found.get(apiKey);
      return fresh(entry) ? entry.caller : undefined;
    },
    find(apiKey) {
      const entry = found.get(apiKey) ?? missing.get(apiKey);
      return fresh(entry) ? entry.answer : lookUp(apiKey);
    },
    stranger: (apiKey) => found.get(apiKey) === undefined && !fresh(missing.get(apiKey)),
    drop(businessId) {
      missing.clear();
      for (const entry of found.values()) {
        // a look-up that is under way may have read the old state: it goes stale too
        const concerned =
          businessId === undefined || !entry.caller || entry.caller.business.id === businessId;
        if (concerned) entry.since = Number.NEGATIVE_INFINITY;
      }
    },
  };
}
