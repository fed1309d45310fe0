/**
 * Looks up credentials in PostgreSQL, caches them for three seconds, and drops them at once when
 * their business changes.
 */
import { type ApiCredential, Unavailable } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';
import { createLookups, type Query } from './lookups.js';

export type Caller = ApiCredential;

export interface Callers {
  /** The caller of a fresh cache entry, without a query; undefined when there is none. */
  peek(apiKey: string): Caller | undefined;
  /** Rejects when PostgreSQL does not answer. */
  find(apiKey: string): Promise<Caller | undefined>;
  /** Drops the entries of a business, or all of them. */
  drop(businessId?: number): void;
}

/** A revoked key works for this long at most, even if no message about it arrives. */
const FRESH_MS = 3_000;
const CAPACITY = 10_000;
/** The most keys that may wait for their first look-up: more wait only while PostgreSQL is down. */
const MAX_PENDING = 20_000;

interface Entry {
  /** When the look-up began: the result may be as old as that. */
  since: number;
  answer: Promise<Caller | undefined>;
  caller?: Caller;
}

/** The caches of look-ups, and what a look-up needs. */
interface Known {
  found: Cache;
  /** Unknown keys are cached separately, so that a flood of them evicts no credential. */
  missing: Cache;
  pending: Map<string, Entry>;
  query: Query;
  lookUpNew(apiKey: string): Promise<Caller | undefined>;
  now(): number;
}

type Cache = ReturnType<typeof ttlCache<string, Entry>>;

/**
 * A stale entry of a known credential is read again at once. An unknown key waits its turn: the
 * number of such look-ups is bounded, however many keys are invented.
 */
export function createCallers(query: Query, now: () => number = Date.now): Callers {
  const found = ttlCache<string, Entry>({ max: CAPACITY });
  const missing = ttlCache<string, Entry>({ max: CAPACITY });
  const pending = new Map<string, Entry>();
  const known: Known = { found, missing, pending, query, lookUpNew: createLookups(query), now };
  const fresh = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && now() - entry.since < FRESH_MS;
  return {
    peek(apiKey) {
      const entry = found.get(apiKey);
      return fresh(entry) ? entry.caller : undefined;
    },
    async find(apiKey) {
      const before = found.get(apiKey);
      if (before) return fresh(before) ? before.answer : refresh(known, apiKey);
      const entry = pending.get(apiKey) ?? missing.get(apiKey);
      return fresh(entry) ? entry.answer : lookUp(known, apiKey);
    },
    drop: (businessId) => makeStale(known, businessId),
  };
}

/** Reads a known credential again. */
function refresh({ found, query, now }: Known, apiKey: string): Promise<Caller | undefined> {
  const answer = query([apiKey]).then((callers) => callers.get(apiKey));
  const entry: Entry = { since: now(), answer };
  found.set(apiKey, entry);
  const forget = () => found.get(apiKey) === entry && found.delete(apiKey);
  answer.then((caller) => {
    if (caller) entry.caller = caller;
    else forget();
  }, forget);
  return answer;
}

function lookUp(
  { found, missing, pending, lookUpNew, now }: Known,
  apiKey: string,
): Promise<Caller | undefined> {
  if (pending.size >= MAX_PENDING) throw new Unavailable('too many keys wait for a look-up');
  const entry: Entry = { since: now(), answer: lookUpNew(apiKey) };
  pending.set(apiKey, entry);
  const ended = () => pending.get(apiKey) === entry && pending.delete(apiKey);
  entry.answer.then((caller) => {
    ended();
    if (caller) entry.caller = caller;
    (caller ? found : missing).set(apiKey, entry);
  }, ended);
  return entry.answer;
}

function makeStale({ found, missing, pending }: Known, businessId?: number): void {
  missing.clear();
  // a look-up in flight may have read the old state: it becomes stale too
  for (const entry of pending.values()) entry.since = Number.NEGATIVE_INFINITY;
  for (const entry of found.values()) {
    const concerned =
      businessId === undefined || !entry.caller || entry.caller.business.id === businessId;
    if (concerned) entry.since = Number.NEGATIVE_INFINITY;
  }
}
