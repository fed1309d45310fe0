/** Documents that wait for the next batch: so many, so heavy and so long, and not more. */
import { type Issued, type NewDocument, Overloaded } from './newDocument.js';

export interface Waiting {
  document: NewDocument;
  /** The parts of the document that are kept as JSON. */
  sale: string;
  totals: string;
  warnings: string | null;
  /** Characters of its texts. */
  size: number;
  /** When it came, on the monotonic clock. */
  since: number;
  resolve(issued: Issued): void;
  reject(error: Error): void;
}

export interface WaitingLine {
  /** Throws Overloaded. */
  add(waiting: Waiting): void;
  /** The next batch, oldest first; empty when nobody waits. */
  take(): Waiting[];
}

const LINE = { documents: 2000, size: 32_000_000, age: 500 };
const BATCH = { documents: 200, size: 1_000_000, heavy: 4 };
/** A document of some hundred lines: a few of them in a batch are enough to be felt by the rest. */
const HEAVY = 100_000;
/** Whoever waited so long is sent away: there would be no time left to hear of the outcome. */
const PATIENCE = 2000;

export function createWaitingLine(): WaitingLine {
  let line: Waiting[] = [];
  let size = 0;

  function add(waiting: Waiting) {
    const oldest = line[0];
    if (
      line.length >= LINE.documents ||
      size + waiting.size > LINE.size ||
      (oldest && waiting.since - oldest.since > LINE.age)
    ) {
      throw new Overloaded('too many documents are waiting to be written');
    }
    line.push(waiting);
    size += waiting.size;
  }

  function take(): Waiting[] {
    const latest = performance.now() - PATIENCE;
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    let room = BATCH.size;
    let heavy = BATCH.heavy;
    for (const waiting of line) {
      const isHeavy = waiting.size > HEAVY;
      if (waiting.since < latest)
        waiting.reject(new Overloaded('the documents before it took too long to write'));
      else if (
        batch.length > 0 &&
        (batch.length >= BATCH.documents || waiting.size > room || (isHeavy && heavy === 0))
      )
        rest.push(waiting);
      else {
        batch.push(waiting);
        room -= waiting.size;
        if (isHeavy) heavy -= 1;
      }
    }
    line = rest;
    size = rest.reduce((sum, waiting) => sum + waiting.size, 0);
    return batch;
  }

  return { add, take };
}
