/**
 * Counts the documents that each business issued lately, in this process. A document counts less
 * the longer ago it was: there is no window whose end would let a business begin anew while it goes
 * on.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface RecentDocuments {
  /** @returns the count with this one, at least 1 */
  add(businessId: number): number;
  /** Whether the business issues many: more than thirty at once, or than two a second. */
  areMany(businessId: number): boolean;
  /** Whether a business that issues few issued within the last second. */
  besideFew(): boolean;
}

/** The tills of a supermarket issue two a second, which come to a count below this. */
const FEW = 31;
/** A document counts a third after this time. */
const FADE_MS = 15_000;
const MAX_BUSINESSES = 20_000;
const LATELY_MS = 1_000;

export function createRecentDocuments(
  now: () => number = () => performance.now(),
): RecentDocuments {
  const counts = ttlCache<number, { count: number; at: number }>({ max: MAX_BUSINESSES });
  /** When a business that issues few issued last. */
  let fewAt = -Infinity;

  function left(businessId: number, at: number): number {
    const before = counts.get(businessId);
    return before ? before.count * Math.exp((before.at - at) / FADE_MS) : 0;
  }

  return {
    add(businessId) {
      const at = now();
      const count = left(businessId, at) + 1;
      counts.set(businessId, { count, at });
      if (count <= FEW) fewAt = at;
      return count;
    },
    areMany: (businessId) => left(businessId, now()) > FEW,
    besideFew: () => now() - fewAt < LATELY_MS,
  };
}
