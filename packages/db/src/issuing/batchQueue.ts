/** The queue of documents for the next batch, bounded in number, size and age. */
import { type Issued, type NewDocument, Overloaded } from './newDocument.js';

export interface QueuedDocument {
  document: NewDocument;
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

const QUEUE_LIMIT = { documents: 2000, size: 32_000_000 };
const BATCH_LIMIT = { documents: 200, size: 1_000_000 };
/** Milliseconds that the oldest document may have waited when another comes. */
const AGE_LIMIT = { light: 500, heavy: 1500 };
/** A document of some hundred lines: writing it takes as long as writing many light ones. */
const HEAVY_SIZE = 100_000;
/** Heavy documents of a batch; one alone while light ones wait. */
const HEAVY_IN_BATCH = 4;
/** A document that has waited longer is rejected: too little of the request's time is left. */
const MAX_WAIT_MS = 2000;

/** Heavy documents have batches of their own, in turns with the light ones. */
export function createBatchQueue(): BatchQueue {
  const light = createLine(AGE_LIMIT.light);
  const heavy = createLine(AGE_LIMIT.heavy);
  let lastWasHeavy = false;

  const length = () => light.length() + heavy.length();

  function takeBatch(): QueuedDocument[] {
    lastWasHeavy = heavy.length() > 0 && (light.length() === 0 || !lastWasHeavy);
    const batch = lastWasHeavy
      ? heavy.take(light.length() === 0 ? HEAVY_IN_BATCH : 1)
      : light.take(BATCH_LIMIT.documents);
    // every document of that kind was too old: the other kind has a batch
    return batch.length === 0 && length() > 0 ? takeBatch() : batch;
  }

  return {
    add(queued) {
      if (
        length() >= QUEUE_LIMIT.documents ||
        light.size() + heavy.size() + queued.size > QUEUE_LIMIT.size
      )
        throw full();
      (queued.size > HEAVY_SIZE ? heavy : light).add(queued);
    },
    takeBatch,
    length,
  };
}

/** Documents of one kind, the oldest first. */
function createLine(ageLimit: number) {
  let line: QueuedDocument[] = [];
  let size = 0;

  function add(queued: QueuedDocument): void {
    const [oldest] = line;
    if (oldest && queued.queuedAt - oldest.queuedAt > ageLimit) throw full();
    line.push(queued);
    size += queued.size;
  }

  function take(most: number): QueuedDocument[] {
    const earliest = performance.now() - MAX_WAIT_MS;
    const batch: QueuedDocument[] = [];
    const rest: QueuedDocument[] = [];
    let room = BATCH_LIMIT.size;
    for (const queued of line) {
      if (queued.queuedAt < earliest)
        queued.reject(new Overloaded('the documents before it took too long to write'));
      else if (batch.length > 0 && (batch.length >= most || queued.size > room)) rest.push(queued);
      else {
        batch.push(queued);
        room -= queued.size;
      }
    }
    line = rest;
    size = rest.reduce((sum, queued) => sum + queued.size, 0);
    return batch;
  }

  return { add, take, length: () => line.length, size: () => size };
}

const full = () => new Overloaded('too many documents are waiting to be written');
