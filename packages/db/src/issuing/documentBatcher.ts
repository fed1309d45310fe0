/**
 * Gathers documents into batches: documents that arrive while one batch is being written form the
 * next one. There is no timer: a document that arrives alone is written at once.
 *
 * Documents of some hundred lines have batches and a connection of their own, because writing one
 * takes as long as writing many light ones, and none of those waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import { type BatchQueue, createBatchQueue, type QueuedDocument } from './batchQueue.js';
import type { Issued, NewDocument } from './newDocument.js';

export interface DocumentBatcher {
  /** Resolves when the document's batch is written; throws as `Issuance.issue` does. */
  write(document: NewDocument): Promise<Issued>;
  /** Resolves when every queued document is written. */
  drain(): Promise<void>;
}

type WriteBatch = (batch: QueuedDocument[]) => Promise<void>;

const LIGHT = { documents: 200, ageMs: 500 };
const HEAVY = { documents: 4, ageMs: 1500 };
const HEAVY_SIZE = 100_000;
/** More light documents than this that arrive together are written in two batches. */
const SPLIT_ABOVE = 8;
/** The longest pause after a heavy batch. */
const MAX_PAUSE_MS = 50;

export function createDocumentBatcher(writeBatch: WriteBatch): DocumentBatcher {
  let lightBatches = 0;
  const light = createBatcher<QueuedDocument>({
    ...inTwoBatches(createBatchQueue(LIGHT)),
    write: (batch) => {
      lightBatches += 1;
      return writeBatch(batch);
    },
  });
  const heavy = createBatcher<QueuedDocument>({
    beforeFirst: oneTurn,
    queue: createBatchQueue(HEAVY),
    write: async (batch) => {
      const [began, before] = [performance.now(), lightBatches];
      await writeBatch(batch);
      // beside light ones, a third of the time of PostgreSQL is left to those alone
      const took = performance.now() - began;
      if (lightBatches > before) await sleep(Math.min(took / 2, MAX_PAUSE_MS));
    },
  });

  return {
    write: (document) =>
      new Promise((resolve, reject) => {
        const size = sizeOf(document);
        const batcher = size > HEAVY_SIZE ? heavy : light;
        batcher.add({ document, size, queuedAt: performance.now(), resolve, reject });
      }),
    async drain() {
      await Promise.all([light.drain(), heavy.drain()]);
    },
  };
}

/**
 * Requests that were read from the sockets together are gathered in one turn. Callers that are
 * answered together call again together, and would be one batch for ever: in two batches, one is
 * written while the callers of the other are answered and heard again.
 */
function inTwoBatches(queue: BatchQueue): { queue: BatchQueue; beforeFirst(): Promise<void> } {
  let isFirst = false;
  return {
    queue: {
      ...queue,
      takeBatch() {
        const waiting = queue.length();
        const split = isFirst && waiting > SPLIT_ABOVE;
        isFirst = false;
        return queue.takeBatch(split ? Math.ceil(waiting / 2) : undefined);
      },
    },
    async beforeFirst() {
      await oneTurn();
      isFirst = true;
    },
  };
}

const sizeOf = ({ sale, totals, warnings, answer }: NewDocument): number =>
  sale.length + totals.length + (warnings?.length ?? 0) + answer.length;
