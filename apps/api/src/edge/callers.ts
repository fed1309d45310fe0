/**
 * Looks up credentials in PostgreSQL, caches them for three seconds, and drops them at once when
 * their business changes.
 */
import type { ApiCredential } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';

export type Caller = ApiCredential;

export interface Callers {
  /** The caller of a fresh cache entry, without a query; undefined when there is none. */
  peek(apiKey: string): Caller | undefined;
  /** Rejects when PostgreSQL does not answer. */
  find(apiKey: string): Promise<Caller | undefined>;
  /** Whether the cache has no entry for this key, so that `find` queries PostgreSQL. */
  isUncached(apiKey: string): boolean;
  /** Drops the entries of a business, or all of them. */
  drop(businessId?: number): void;
}

/** A revoked key works for this long at most, even if no message about it arrives. */
const FRESH_MS = 3_000;
const CAPACITY = 10_000;

interface Entry {
  /** When the look-up began: what it reads may be as old as that. */
  since: number;
  answer: Promise<Caller | undefined>;
  caller?: Caller;
}

/** @param query finds the credential of a key in PostgreSQL */
export function createCallers(
  query: (apiKey: string) => Promise<Caller | undefined>,
  now: () => number = Date.now,
): Callers {
  const found = ttlCache<string, Entry>({ max: CAPACITY });
  // unknown keys have a cache of their own: a flood of them evicts no credential
  const missing = ttlCache<string, Entry>({ max: CAPACITY });
  const fresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && now() - entry.since < FRESH_MS;

  function lookUp(apiKey: string): Promise<Caller | undefined> {
    const entry: Entry = { since: now(), answer: query(apiKey) };
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
    isUncached: (apiKey) => found.get(apiKey) === undefined && !fresh(missing.get(apiKey)),
    drop(businessId) {
      missing.clear();
      for (const entry of found.values()) {
        // a look-up in flight may have read the old state: it becomes stale too
        const concerned =
          businessId === undefined || !entry.caller || entry.caller.business.id === businessId;
        if (concerned) entry.since = Number.NEGATIVE_INFINITY;
      }
    },
  };
}
