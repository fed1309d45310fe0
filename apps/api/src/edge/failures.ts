/**
 * Counts failed credentials by name for a minute; the number of names is bounded, and a new name
 * then evicts the oldest.
 */
import { ttlCache } from '@rafaga/runtime/concurrency';

export interface Failures {
  /** Failures of the name in its current window. */
  count(name: string): number;
  add(name: string): void;
  /** Milliseconds until the window of the name ends; 0 without a window. */
  resetMs(name: string): number;
}

const WINDOW_MS = 60_000;

export function createFailures(now: () => number = Date.now, max = 20_000): Failures {
  const windows = ttlCache<string, { count: number }>({ max, ttlMs: WINDOW_MS, now });
  return {
    count: (name) => windows.get(name)?.count ?? 0,
    add(name) {
      const window = windows.get(name);
      if (window) window.count += 1;
      else windows.set(name, { count: 1 });
    },
    resetMs: windows.remainingMs,
  };
}
