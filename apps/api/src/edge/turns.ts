/**
 * Does a few pieces of work in a turn of the event loop, the businesses in turns: two hundred of
 * them that come at once would otherwise be done in one turn, and every other request would wait.
 */
import { createRoundRobin } from './roundRobin.js';

/** Bytes of a large body that are read in one of its turns. */
export const BYTES_IN_A_TURN = 64_000;

export interface Turns {
  /** Calls `work` when its turn comes. */
  next(businessId: number, work: () => void): void;
}

/**
 * @param atOnce the pieces of work in a turn
 * @param everyMs the time from turn to turn while work comes; the rest of it belongs to all other
 * requests
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
