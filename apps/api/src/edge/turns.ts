/**
 * One a turn of the event loop: work that takes milliseconds lets everything else pass between two
 * of its kind.
 */
import { Refusal } from '@rafaga/contract';

/**
 * Who waited so long is sent away at once: what is still to be done for it would be answered too
 * late.
 */
const PATIENCE_MS = 2_000;

interface Waiting {
  since: number;
  go(): void;
  leave(refusal: Refusal): void;
}

/** @returns waits for its turn; throws Refusal `overloaded` when it does not come in time */
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
