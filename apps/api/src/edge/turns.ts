/**
 * Does a few pieces of work in each turn of the event loop, taking the businesses in turns:
 * otherwise two hundred pieces that arrive together would be done in one turn, and every other
 * request would wait.
 */
import { createRoundRobin } from './roundRobin.js';

/** The bytes of a large body that are read in one turn. */
export const BYTES_IN_A_TURN = 64_000;

export interface Turns {
  /** Calls `work` when its turn comes. */
  next(businessId: number, work: () => void): void;
}

/**
 * @param atOnce pieces of work in a turn
 * @param everyMs milliseconds between turns while there is work, to leave time for other requests
 */
export function createTurns(atOnce: number, everyMs = 0): Turns {
  const waiting = createRoundRobin<() => void>();
  let scheduled = false;
  let left = 0;
  let nextAt = 0;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    const pause = left > 0 ? 0 : nextAt - performance.now();
    if (pause > 0) setTimeout(turn, pause);
    else setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    const now = performance.now();
    if (now >= nextAt) {
      left = atOnce;
      nextAt = now + everyMs;
    }
    for (; left > 0 && !waiting.isEmpty(); left--) waiting.take()?.();
    if (!waiting.isEmpty()) schedule();
  }

  return {
    next(businessId, work) {
      waiting.add(businessId, work);
      schedule();
    },
  };
}
