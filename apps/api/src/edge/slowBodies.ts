/**
 * Ends the reading of large bodies that arrive too slowly, because each keeps its memory until it
 * is complete. A small body may take as long as the whole request: it holds no more than a
 * connection does, and a mobile network may be silent for ten seconds.
 */
import { LARGE } from './parseBody.js';

/** At the end of each such period, the body must have brought LEAST_BYTES. */
const WINDOW_MS = 5_000;
/** One kilobyte a second: half of the speed of the slowest mobile networks. */
const LEAST_BYTES = 5_000;
const CHECK_EVERY_MS = 1_000;

/** A body that is being read. */
export interface Arrival {
  /** Bytes that have arrived. */
  bytes: number;
  /** Whether its declared length is large, so that memory for all of it is reserved. */
  isLarge: boolean;
  tooSlow(): void;
}

export interface SlowBodies {
  watch(arrival: Arrival): void;
  /** Stops its clock while its bytes are not read. */
  pause(arrival: Arrival): void;
  resume(arrival: Arrival): void;
  ended(arrival: Arrival): void;
}

interface Window {
  since: number;
  /** The bytes that had arrived when the period began. */
  bytes: number;
  /** When the reading of its bytes was paused, if it is. */
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
      if ((!arrival.isLarge && arrival.bytes <= LARGE) || now() - window.since < WINDOW_MS)
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
