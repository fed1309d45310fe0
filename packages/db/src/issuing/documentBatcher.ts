/**
 * Gathers documents into batches: documents that arrive while one batch is being written form the
 * next one. There is no timer: a document that arrives alone is written at once.
 *
 * Documents of some hundred lines have batches and a connection of their own, because writing one
 * takes as long as writing many light ones, and none of those waits for it. A call locks its series
 * until its commit: light documents of the series of a heavy one are therefore written after it, on
 * the same connection, and no light batch waits for that lock.
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
/** Four heavy documents of the least size, or light ones of the same series. */
const HEAVY = { documents: 50, size: 400_000, ageMs: 1500 };
const HEAVY_SIZE = 100_000;
/** Fewer light documents are not written in two batches. */
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
      // it adds to the heavy ones
      await light.drain();
      await heavy.drain();
    },
  };
}

interface LightDocuments {
  /** How many wait. */
  waiting(): number;
  /** Batches that were begun. */
  batches(): number;
}

/** Writes heavy documents, and the light ones of their series. */
function createHeavyBatcher(writeBatch: WriteBatch, light: LightDocuments) {
  const queue = createDocumentQueue(HEAVY);
  const series = createSeriesCounts();
  let lightBatchesBefore = 0;
  /** Whether no light document was written since the last heavy batch began, and none waits. */
  const isAlone = () => light.batches() === lightBatchesBefore && light.waiting() === 0;
  const batcher = createBatcher<QueuedDocument>({
    beforeFirst: oneTurn,
    queue: {
      ...queue,
      // beside light ones, one heavy document: other processes wait for its lock too
      takeBatch: () => queue.takeBatch(isAlone() ? {} : { size: HEAVY_SIZE }),
    },
    write: async (batch) => {
      const began = performance.now();
      lightBatchesBefore = light.batches();
      await writeBatch(batch);
      // beside light ones, a third of the time of PostgreSQL is left to those alone
      const took = performance.now() - began;
      if (!isAlone()) await sleep(Math.min(took / 2, MAX_PAUSE_MS));
    },
  });
  return {
    /** Whether a document of its series waits here, or is being written. */
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

/** The series of the documents that are queued or being written, and are not settled yet. */
function createSeriesCounts() {
  const counts = new Map<string, number>();
  const keyOf = ({ document: { businessId, kind, series } }: QueuedDocument) =>
    `${businessId} ${kind} ${series}`;

  return {
    has: (queued: QueuedDocument): boolean => counts.has(keyOf(queued)),
    /** The same document, whose series is counted until it is settled. */
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

/** The items that fit the condition, and the others. */
function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

/**
 * Callers that are answered together call again together, and would be one batch for ever: this
 * process would wait for PostgreSQL, and then PostgreSQL for this process. In two batches, one is
 * written while the callers of the other are answered and heard again. Each takes half of what
 * waits and of the batch before, whose callers will come back.
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
    /** Requests that were read from the sockets together are gathered in one turn. */
    async beforeFirst() {
      await oneTurn();
      before = 0;
    },
    /** Few wait: most callers are still being answered in this turn, and are heard in the next. */
    async beforeEach(waiting: () => number) {
      if (waiting() >= before / 4) return;
      await oneTurn();
      await oneTurn();
    },
  };
}

const sizeOf = ({ sale, totals, warnings, answer }: NewDocument): number =>
  sale.length + totals.length + (warnings?.length ?? 0) + answer.length;
