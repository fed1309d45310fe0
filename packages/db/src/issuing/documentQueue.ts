/** The queue of documents for the next batch, bounded in number, size and age. */
import { type Issued, type NewDocument, Overloaded } from './newDocument.js';

export interface QueuedDocument {
  document: NewDocument;
  /** The length of its texts, in characters. */
  size: number;
  /** When it arrived, on the monotonic clock. */
  queuedAt: number;
  resolve(issued: Issued): void;
  reject(error: Error): void;
}

export interface DocumentQueue {
  /**
   * @throws Overloaded when the queue is full, or holds more than a batch and its oldest document
   * has waited too long
   */
  add(queued: QueuedDocument): void;
  /**
   * Takes the next batch, oldest first; empty when the queue is.
   * @param bounds tighter bounds for this batch
   */
  takeBatch(bounds?: Partial<BatchSize>): QueuedDocument[];
  length(): number;
}

const QUEUE_LIMIT = { documents: 2000, size: 32_000_000 };
/** A document that has waited longer is rejected: too little time is left for its request. */
const MAX_WAIT_MS = 2000;

interface BatchSize {
  /** The most documents in a batch. */
  documents: number;
  /** The most characters in a batch; a batch of one document may have more. */
  size: number;
}

interface BatchBounds extends BatchSize {
  /** How long the oldest document may have waited when another is added, in milliseconds. */
  ageMs: number;
}

export function createDocumentQueue({ ageMs, ...bounds }: BatchBounds): DocumentQueue {
  let line: QueuedDocument[] = [];
  let size = 0;

  function add(queued: QueuedDocument): void {
    const [oldest] = line;
    const isFull = line.length >= QUEUE_LIMIT.documents || size + queued.size > QUEUE_LIMIT.size;
    // a queue that fits into the next batch waits for one slow call, not behind too many documents
    const isLong = line.length >= bounds.documents || size > bounds.size;
    if (isFull || (isLong && oldest && queued.queuedAt - oldest.queuedAt > ageMs))
      throw new Overloaded('too many documents are waiting to be written');
    line.push(queued);
    size += queued.size;
  }

  function takeBatch(tighter: Partial<BatchSize> = {}): QueuedDocument[] {
    const most = { ...bounds, ...tighter };
    const earliest = performance.now() - MAX_WAIT_MS;
    const batch: QueuedDocument[] = [];
    const rest: QueuedDocument[] = [];
    let room = most.size;
    for (const queued of line) {
      if (queued.queuedAt < earliest)
        queued.reject(new Overloaded('the documents before it took too long to write'));
      else if (batch.length > 0 && (batch.length >= most.documents || queued.size > room))
        rest.push(queued);
      else {
        batch.push(queued);
        room -= queued.size;
      }
    }
    line = rest;
    size = rest.reduce((sum, queued) => sum + queued.size, 0);
    return batch;
  }

  return { add, takeBatch, length: () => line.length };
}
