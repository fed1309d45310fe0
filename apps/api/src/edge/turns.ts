/**
 * Does a few pieces of work in a turn of the event loop, the businesses in turns: two hundred of
 * them that come at once would otherwise be done in one turn, and every other request would wait.
 */
import { createRoundRobin } from './roundRobin.js';

export interface Turns {
  /** Calls `work` when its turn comes. */
  next(businessId: number, work: () => void): void;
}

/**
 * @param atOnce the pieces of work in a turn
 * @param pauseMs the time between turns while work is left, which belongs to all other requests
 */
export function createTurns(atOnce: number, pauseMs = 0): Turns {
  const waiting = createRoundRobin<() => void>();
  let scheduled = false;

  function schedule(afterMs: number): void {
    if (scheduled) return;
    scheduled = true;
    if (afterMs > 0) setTimeout(turn, afterMs);
    else setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    for (let i = 0; i < atOnce; i++) waiting.take()?.();
    if (!waiting.isEmpty()) schedule(pauseMs);
  }

  return {
    next(businessId, work) {
      waiting.add(businessId, work);
      schedule(0);
    },
  };
}
