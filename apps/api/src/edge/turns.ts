/**
 * Does a few pieces of work in a turn of the event loop, the businesses in turns: two hundred of
 * them that come at once would otherwise be done in one turn, and every other request would wait.
 */
import { createRoundRobin } from './roundRobin.js';

export interface Turns {
  /** Calls `work` when its turn comes. */
  next(businessId: number, work: () => void): void;
}

/** @param atOnce the pieces of work in a turn */
export function createTurns(atOnce: number): Turns {
  const waiting = createRoundRobin<() => void>();
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    for (let i = 0; i < atOnce; i++) waiting.take()?.();
    if (!waiting.isEmpty()) schedule();
  }

  return {
    next(businessId, work) {
      waiting.add(businessId, work);
      schedule();
    },
  };
}
