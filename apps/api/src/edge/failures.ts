/**
 * Remembers for a minute who guessed wrong, within a bound: a flood of names forgets the oldest,
 * never fills the memory.
 */
export interface Failures {
  /** How many in the current window. */
  count(who: string): number;
  add(who: string): void;
  /** Until the window of `who` ends. */
  resetMs(who: string): number;
}

const WINDOW_MS = 60_000;

export function createFailures(now: () => number = Date.now, capacity = 20_000): Failures {
  const seen = new Map<string, { count: number; until: number }>();
  const current = (who: string) => {
    const entry = seen.get(who);
    if (entry && entry.until > now()) return entry;
    seen.delete(who);
    return undefined;
  };
  return {
    count: (who) => current(who)?.count ?? 0,
    add(who) {
      const entry = current(who);
      if (entry) entry.count++;
      else {
        // insertion order is the order of the windows' ends
        if (seen.size >= capacity) seen.delete(seen.keys().next().value as string);
        seen.set(who, { count: 1, until: now() + WINDOW_MS });
      }
    },
    resetMs: (who) => Math.max((current(who)?.until ?? 0) - now(), 0),
  };
}
