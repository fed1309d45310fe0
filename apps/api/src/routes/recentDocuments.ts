/**
 * Counts the documents that each business issued recently in this process. The count decays
 * exponentially: unlike a fixed window, it has no end at which a business would begin anew.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface RecentDocuments {
  /** @returns the count including this document: at least 1 */
  add(businessId: number): number;
  /** Whether the business issues many documents: more than thirty at once, or two a second. */
  issuesMany(businessId: number): boolean;
  /** Whether a business that issues few issued within the last second. */
  fewAreActive(): boolean;
}

/** Above the count of a supermarket whose tills issue two documents a second. */
const FEW = 31;
/** Time constant of the decay: after it, a document counts 1/e, about a third. */
const FADE_MS = 15_000;
const MAX_BUSINESSES = 20_000;
const LATELY_MS = 1_000;

export function createRecentDocuments(
  now: () => number = () => performance.now(),
): RecentDocuments {
  const counts = ttlCache<number, { count: number; at: number }>({ max: MAX_BUSINESSES });
  /** When a business that issues few documents issued last. */
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
    issuesMany: (businessId) => left(businessId, now()) > FEW,
    fewAreActive: () => now() - fewAt < LATELY_MS,
  };
}
