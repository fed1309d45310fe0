/**
 * Counts refused calls that are not recorded individually, by credential, address and hour, until
 * the counts are written.
 */
import type { CountedCalls } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';
import type { Caller } from './callers.js';

export type Countable = 'unproven' | 'overLimit';

export interface CallCounts {
  add(what: Countable, owner: Caller, address: string, at: Date): void;
  /** Takes the counts since the last call. */
  take(): CountedCalls[];
}

const HOUR_MS = 3_600_000;
/**
 * The most addresses of a credential that are counted separately in an hour; others share one
 * count.
 */
const MAX_ADDRESSES = 20;
const MAX_CREDENTIALS = 10_000;

export function createCallCounts(): CallCounts {
  let counts = new Map<string, CountedCalls>();
  const addresses = ttlCache<string, Set<string>>({ max: MAX_CREDENTIALS });

  /** The address to count under; '' when the credential has had too many in this hour. */
  function named(address: string, credentialHour: string): string {
    const known = addresses.get(credentialHour) ?? new Set();
    addresses.set(credentialHour, known);
    if (known.size < MAX_ADDRESSES) known.add(address);
    return known.has(address) ? address : '';
  }

  return {
    add(what, owner, from, at) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      const credentialHour = `${owner.id} ${hour.getTime()}`;
      const address = named(from, credentialHour);
      const key = `${credentialHour} ${address}`;
      const counted = counts.get(key) ?? {
        businessId: owner.business.id,
        credentialId: owner.id,
        hour,
        address,
        unproven: 0,
        overLimit: 0,
        lastAt: at,
      };
      counted[what] += 1;
      counted.lastAt = at;
      counts.set(key, counted);
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}
