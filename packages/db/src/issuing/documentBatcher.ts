/**
 * Gathers documents into batches: those that arrive while one batch is being written form the next.
 * There is no timer: a document that arrives alone is written at once.
 *
 * A document of some hundred lines is heavy: writing it takes as long as writing many light ones.
 * Heavy documents have batches and a connection of their own, so that light ones do not wait for
 * them. A call locks its series until its commit: light documents of a series that a heavy one uses
 * are therefore written after it, on its connection, so that no light batch waits for that lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import { createDocumentQueue, type DocumentQueue, type QueuedDocument } from './documentQueue.js';
import type { Issued, NewDocument } from './newDocument.js';

export interface DocumentBatcher {
  /** Resolves when the document's batch is written; throws as `Issuance.issue` does. */
  write(document: NewDocument): Promise<Issued>;
  /** Resolves when every queued document is written. */
  drain(): Promise<void>;
}

type WriteBatch = (batch: QueuedDocument[]) => Promise<void>;

const LIGHT = { documents: 200, size: 1_000_000, ageMs: 500 };
/**
 * The bounds of a heavy batch: four of the smallest heavy documents, or light ones of the same
 * series.
 */
const HEAVY = { documents: 50, size: 400_000, ageMs: 1500 };
const HEAVY_SIZE = 100_000;
/** Fewer light documents than this are not split into two batches. */
const SPLIT_ABOVE = 8;
/** The longest pause after a heavy batch. */
const MAX_PAUSE_MS = 50;

export function createDocumentBatcher(writeBatch: WriteBatch): DocumentBatcher {
  const queue = createDocumentQueue(LIGHT);
  let batches = 0;
  const heavy = createHeavyBatcher(writeBatch, { waiting: queue.length, batches: () => batches });
  const light = createBatcher<QueuedDocument>({
    ...inTwoBatches(queue),
    write: (batch) => {
      const [behind, free] = partition(batch, heavy.hasSeriesOf);
      behind.forEach(heavy.add);
      if (free.length === 0) return Promise.resolve();
      batches += 1;
      return writeBatch(free);
    },
  });
  return {
    write: (document) =>
      new Promise((resolve, reject) => {
        const size = sizeOf(document);
        const queued = { document, size, queuedAt: performance.now(), resolve, reject };
        if (size > HEAVY_SIZE) heavy.add(queued);
        else light.add(queued);
      }),
    async drain() {
      // first, because it may pass documents on to the heavy batcher
      await light.drain();
      await heavy.drain();
    },
  };
}

interface LightDocuments {
  /** The number of queued documents. */
  waiting(): number;
  /** The number of batches begun so far. */
  batches(): number;
}

/** Writes heavy documents, and light documents of the same series. */
function createHeavyBatcher(writeBatch: WriteBatch, light: LightDocuments) {
  const queue = createDocumentQueue(HEAVY);
  const series = createSeriesCounts();
  let lightBatchesBefore = 0;
  /** Whether no light document waits, and none was written since the last heavy batch began. */
  const isAlone = () => light.batches() === lightBatchesBefore && light.waiting() === 0;
  const batcher = createBatcher<QueuedDocument>({
    beforeFirst: oneTurn,
    queue: {
      ...queue,
      // while there are light documents, one heavy one at a time: other processes wait for its
      // locks too
      takeBatch: () => queue.takeBatch(isAlone() ? {} : { size: HEAVY_SIZE }),
    },
    write: async (batch) => {
      const began = performance.now();
      lightBatchesBefore = light.batches();
      await writeBatch(batch);
      // while there are light documents, pauses so that they get a third of PostgreSQL's time alone
      const took = performance.now() - began;
      if (!isAlone()) await sleep(Math.min(took / 2, MAX_PAUSE_MS));
    },
  });
  return {
    /** Whether a document of the same series is queued or being written here. */
    hasSeriesOf: series.has,
    add(queued: QueuedDocument): void {
      const counted = series.counted(queued);
      try {
        batcher.add(counted);
      } catch (error) {
        counted.reject(error as Error);
      }
    },
    drain: batcher.drain,
  };
}

/** Counts, by series, the documents that are queued or being written. */
function createSeriesCounts() {
  const counts = new Map<string, number>();
  const keyOf = ({ document: { businessId, kind, series } }: QueuedDocument) =>
    `${businessId} ${kind} ${series}`;

  return {
    has: (queued: QueuedDocument): boolean => counts.has(keyOf(queued)),
    /** Counts the document's series until the document is settled. */
    counted(queued: QueuedDocument): QueuedDocument {
      const key = keyOf(queued);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const settled = () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
      return {
        ...queued,
        resolve(issued) {
          settled();
          queued.resolve(issued);
        },
        reject(error) {
          settled();
          queued.reject(error);
        },
      };
    },
  };
}

/** Splits the items into those that satisfy the condition and the others. */
function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/**
 * Splits light documents into two batches in flight. Callers that are answered together call again
 * together; in a single batch they would do so for ever, and process and database would take turns
 * waiting for each other. With two, one is written while the callers of the other are answered.
 * Each batch takes half of what is queued plus the previous batch, whose callers will return.
 */
function inTwoBatches(queue: DocumentQueue) {
  let before = 0;
  return {
    queue: {
      ...queue,
      takeBatch() {
        const half = Math.max(Math.ceil((queue.length() + before) / 2), SPLIT_ABOVE);
        const batch = queue.takeBatch({ documents: Math.min(half, LIGHT.documents) });
        before = batch.length;
        return batch;
      },
    },
    /**
     * Waits one turn of the event loop: requests that were read from the sockets together share a
     * batch.
     */
    async beforeFirst() {
      await oneTurn();
      before = 0;
    },
    /**
     * When few are queued, most callers are still being answered in this turn and call again in the
     * next.
     */
    async beforeEach(waiting: () => number) {
      if (waiting() >= before / 4) return;
      await oneTurn();
      await oneTurn();
    },
  };
}

const sizeOf = ({ sale, totals, warnings, answer }: NewDocument): number =>
  sale.length + totals.length + (warnings?.length ?? 0) + answer.length;
