/**
 * Starts one task in each turn of the event loop, so that tasks of some milliseconds do not delay
 * other requests.
 */
import { Refusal } from '@rafaga/contract';

/** A task that waited longer is refused: its answer would come too late. */
const MAX_WAIT_MS = 2_000;

interface WaitingTask {
  since: number;
  start(): void;
  refuse(refusal: Refusal): void;
}

/** @returns a promise of a turn, rejected with Refusal `overloaded` when the turn comes too late */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  const waiting: WaitingTask[] = [];

  function next(): void {
    let first = waiting.shift();
    while (first && now() - first.since > MAX_WAIT_MS) {
      first.refuse(new Refusal('overloaded'));
      first = waiting.shift();
    }
    first?.start();
    if (waiting.length > 0) setImmediate(next);
  }

  return () =>
    new Promise((start, refuse) => {
      waiting.push({ since: now(), start, refuse });
      if (waiting.length === 1) setImmediate(next);
    });
}
