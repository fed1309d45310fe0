/** Who calls: credentials as PostgreSQL knows them, remembered for three seconds and forgotten at once when their business changes. */
import type { FoundCredential } from '@rafaga/db';

export type Caller = FoundCredential;

export interface Callers {
  /** Rejects when PostgreSQL cannot say. */
  find(apiKey: string): Promise<Caller | undefined>;
  /** Whether this key was ever a credential here: then looking it up again is no guess. */
  known(apiKey: string): boolean;
  /** Forgets what is remembered of a business, or everything. */
  drop(businessId?: number): void;
}

/** A revoked key works for no longer than this, though no message of it arrives. */
const FRESH_MS = 3_000;
const CAPACITY = 10_000;

interface Entry {
  /** From before the look-up: what was read may be as old as that. */
  since: number;
  caller: Promise<Caller | undefined>;
  businessId?: number;
}

/** @param ask looks a key up in PostgreSQL */
export function createCallers(ask: (apiKey: string) => Promise<Caller | undefined>, now: () => number = Date.now): Callers {
  const found = new Map<string, Entry>();
  // names that are nobody's have a bound of their own: a flood of them drives no till out
  const missing = new Map<string, Entry>();

  function lookUp(apiKey: string): Promise<Caller | undefined> {
    const entry: Entry = { since: now(), caller: ask(apiKey) };
    remember(found, apiKey, entry);
    entry.caller.then(
      (caller) => {
        if (caller) entry.businessId = caller.business.id;
        else if (found.get(apiKey) === entry) {
          found.delete(apiKey);
          remember(missing, apiKey, entry);
        }
      },
      () => {
        if (found.get(apiKey) === entry) found.delete(apiKey);
      },
    );
    return entry.caller;
  }

  const fresh = (entry: Entry) => now() - entry.since < FRESH_MS;

  return {
    find(apiKey) {
      const entry = found.get(apiKey) ?? missing.get(apiKey);
      return entry && fresh(entry) ? entry.caller : lookUp(apiKey);
    },
    known: (apiKey) => found.has(apiKey),
    drop(businessId) {
      missing.clear();
      // a look-up that is under way may have read the old state: it goes stale too
      for (const entry of found.values())
        if (businessId === undefined || entry.businessId === undefined || entry.businessId === businessId)
          entry.since = Number.NEGATIVE_INFINITY;
    },
  };
}

function remember(entries: Map<string, Entry>, apiKey: string, entry: Entry): void {
  entries.delete(apiKey);
  if (entries.size >= CAPACITY) entries.delete(entries.keys().next().value as string);
  entries.set(apiKey, entry);
}
