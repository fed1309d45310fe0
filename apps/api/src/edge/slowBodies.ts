/**
 * Ends the reading of large bodies that arrive too slowly: one that is held back would keep its
 * memory until the time of the whole request ends. A small body has that time: it holds no more
 * than a connection does, and a mobile network may be silent for ten seconds.
 */

/** Bytes that any sale of some dozens of lines fits in. */
const SMALL = 16_000;
/** After this time, and again after it, a body must have brought its least bytes. */
const WINDOW_MS = 5_000;
/** One kilobyte a second: half of what the slowest mobile networks carry. */
const LEAST_BYTES = 5_000;
const CHECK_EVERY_MS = 1_000;

/** A body that is being read. */
export interface Arrival {
  /** Its bytes so far. */
  bytes: number;
  /** It was declared as large: room for all of it is held. */
  isLarge: boolean;
  tooSlow(): void;
}

export interface SlowBodies {
  watch(arrival: Arrival): void;
  /** Its bytes are not read: the time until `resume` is not its own. */
  pause(arrival: Arrival): void;
  resume(arrival: Arrival): void;
  ended(arrival: Arrival): void;
}

interface Window {
  since: number;
  /** The bytes at its beginning. */
  bytes: number;
  /** Since when its bytes are not read. */
  pausedAt?: number | undefined;
}

export function createSlowBodies(now: () => number = () => performance.now()): SlowBodies {
  const windows = new Map<Arrival, Window>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    if (windows.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const [arrival, window] of windows) {
      if (window.pausedAt !== undefined) continue;
      if ((!arrival.isLarge && arrival.bytes <= SMALL) || now() - window.since < WINDOW_MS)
        continue;
      if (arrival.bytes - window.bytes < LEAST_BYTES) arrival.tooSlow();
      else windows.set(arrival, { since: now(), bytes: arrival.bytes });
    }
  }

  return {
    watch(arrival) {
      windows.set(arrival, { since: now(), bytes: arrival.bytes });
      timer ??= setInterval(check, CHECK_EVERY_MS).unref();
    },
    pause(arrival) {
      const window = windows.get(arrival);
      if (window) window.pausedAt ??= now();
    },
    resume(arrival) {
      const window = windows.get(arrival);
      if (window?.pausedAt === undefined) return;
      window.since += now() - window.pausedAt;
      window.pausedAt = undefined;
    },
    ended(arrival) {
      windows.delete(arrival);
    },
  };
}
