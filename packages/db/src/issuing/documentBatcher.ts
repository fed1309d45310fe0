/**
 * Gathers documents into batches: documents that arrive while one batch is being written form the
 * next one. There is no timer: a document that arrives alone is written at once.
 *
 * Documents of some hundred lines have batches and a connection of their own, because writing one
 * takes as long as writing many light ones, and none of those waits for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import { createBatchQueue, type QueuedDocument } from './batchQueue.js';
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
/** The longest pause after a heavy batch. */
const MAX_PAUSE_MS = 50;

/** @param maxInFlight light batches that are written at the same time, beside one heavy one */
export function createDocumentBatcher(
  writeBatch: WriteBatch,
  maxInFlight: number,
): DocumentBatcher {
  // requests that were read from the sockets together share a batch
  const shared = { beforeFirst: oneTurn };
  let lightBatches = 0;
  const light = createBatcher<QueuedDocument>({
    ...shared,
    queue: createBatchQueue(LIGHT),
    write: (batch) => {
      lightBatches += 1;
      return writeBatch(batch);
    },
    maxInFlight,
  });
  const heavy = createBatcher<QueuedDocument>({
    ...shared,
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

const sizeOf = ({ sale, totals, warnings, answer }: NewDocument): number =>
  sale.length + totals.length + (warnings?.length ?? 0) + answer.length;
