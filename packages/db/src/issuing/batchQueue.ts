/** The queue of documents for the next batch, bounded in number, size and age. */
import { type Issued, type NewDocument, Overloaded } from './newDocument.js';

export interface QueuedDocument {
  document: NewDocument;
  /** The parts of the document that are stored as JSON. */
  sale: string;
  totals: string;
  warnings: string | null;
  /** Characters of its texts. */
  size: number;
  /** When it arrived, on the monotonic clock. */
  queuedAt: number;
  resolve(issued: Issued): void;
  reject(error: Error): void;
}

export interface BatchQueue {
  /** Throws Overloaded when the queue is full or its oldest document has waited too long. */
  add(queued: QueuedDocument): void;
  /** The next batch, oldest first; empty when the queue is. */
  takeBatch(): QueuedDocument[];
  length(): number;
}

const QUEUE_LIMIT = { documents: 2000, size: 32_000_000, age: 500 };
const BATCH_LIMIT = { documents: 200, size: 1_000_000, heavy: 4 };
/** A document of some hundred lines: more than a few of them would delay their whole batch. */
const HEAVY_SIZE = 100_000;
/** A document that has waited longer is rejected: too little of the request's time is left. */
const MAX_WAIT_MS = 2000;

export function createBatchQueue(): BatchQueue {
  let queue: QueuedDocument[] = [];
  let size = 0;

  function add(queued: QueuedDocument) {
    const oldest = queue[0];
    if (
      queue.length >= QUEUE_LIMIT.documents ||
      size + queued.size > QUEUE_LIMIT.size ||
      (oldest && queued.queuedAt - oldest.queuedAt > QUEUE_LIMIT.age)
    ) {
      throw new Overloaded('too many documents are waiting to be written');
    }
    queue.push(queued);
    size += queued.size;
  }

  function takeBatch(): QueuedDocument[] {
    const earliest = performance.now() - MAX_WAIT_MS;
    const batch: QueuedDocument[] = [];
    const rest: QueuedDocument[] = [];
    let room = BATCH_LIMIT.size;
    let heavy = BATCH_LIMIT.heavy;
    for (const queued of queue) {
      const isHeavy = queued.size > HEAVY_SIZE;
      if (queued.queuedAt < earliest)
        queued.reject(new Overloaded('the documents before it took too long to write'));
      else if (
        batch.length > 0 &&
        (batch.length >= BATCH_LIMIT.documents || queued.size > room || (isHeavy && heavy === 0))
      )
        rest.push(queued);
      else {
        batch.push(queued);
        room -= queued.size;
        if (isHeavy) heavy -= 1;
      }
    }
    queue = rest;
    size = rest.reduce((sum, queued) => sum + queued.size, 0);
    return batch;
  }

  return { add, takeBatch, length: () => queue.length };
}
