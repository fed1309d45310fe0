/**
 * Starts one task in each turn of the event loop, so that work of some milliseconds does not delay
 * everything else.
 */
import { Refusal } from '@rafaga/contract';

/** A task that waited this long is refused: its answer would come too late. */
const PATIENCE_MS = 2_000;

interface Waiting {
  since: number;
  go(): void;
  leave(refusal: Refusal): void;
}

/** @returns resolves when its turn comes; throws Refusal `overloaded` when it comes too late */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  const waiting: Waiting[] = [];

  function next(): void {
    let first = waiting.shift();
    while (first && now() - first.since > PATIENCE_MS) {
      first.leave(new Refusal('overloaded'));
      first = waiting.shift();
    }
    first?.go();
    if (waiting.length > 0) setImmediate(next);
  }

  return () =>
    new Promise((go, leave) => {
      waiting.push({ since: now(), go, leave });
      if (waiting.length === 1) setImmediate(next);
    });
}
