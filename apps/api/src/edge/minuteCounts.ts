/**
 * Counts by name for a minute, in this process; the number of names is bounded, and a new name then
 * evicts the oldest.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface MinuteCounts {
  /** What the name has in its current window. */
  count(name: string): number;
  /** @returns the count with this one */
  add(name: string): number;
  /** Milliseconds until the window of the name ends; 0 without a window. */
  resetMs(name: string): number;
}

const WINDOW_MS = 60_000;

export function createMinuteCounts(now: () => number = Date.now, max = 20_000): MinuteCounts {
  const windows = ttlCache<string, { count: number }>({ max, ttlMs: WINDOW_MS, now });
  return {
    count: (name) => windows.get(name)?.count ?? 0,
    add(name) {
      const window = windows.get(name);
      if (window) return ++window.count;
      windows.set(name, { count: 1 });
      return 1;
    },
    resetMs: windows.remainingMs,
  };
}
