/**
 * Reads large bodies a few chunks in a turn of the event loop, the businesses in turns: two hundred
 * that arrive at once would otherwise be read in one turn, and every other request would wait.
 */
import { createRoundRobin } from './roundRobin.js';

/** A chunk is 64 kB at most, which takes a tenth of a millisecond. */
const CHUNKS_IN_A_TURN = 4;

export interface ReadTurns {
  /** Calls `resume` when the next chunk of this body may be read. */
  next(businessId: number, resume: () => void): void;
}

export function createReadTurns(): ReadTurns {
  const waiting = createRoundRobin<() => void>();
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    for (let i = 0; i < CHUNKS_IN_A_TURN; i++) waiting.take()?.();
    if (!waiting.isEmpty()) schedule();
  }

  return {
    next(businessId, resume) {
      waiting.add(businessId, resume);
      schedule();
    },
  };
}
