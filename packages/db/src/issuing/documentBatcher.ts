/**
 * Gathers documents into batches: documents that arrive while one batch is being written form the
 * next one. There is no timer: a document that arrives alone is written at once.
 */
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import { createBatchQueue, type QueuedDocument } from './batchQueue.js';
import type { Issued, NewDocument } from './newDocument.js';

export interface DocumentBatcher {
  /** Resolves when the document's batch is written; throws as `Issuance.issue` does. */
  write(document: NewDocument): Promise<Issued>;
  /** Resolves when every queued document is written. */
  drain(): Promise<void>;
}

/** @param maxInFlight batches that are written at the same time */
export function createDocumentBatcher(
  writeBatch: (batch: QueuedDocument[]) => Promise<void>,
  maxInFlight: number,
): DocumentBatcher {
  const batcher = createBatcher<QueuedDocument>({
    queue: createBatchQueue(),
    write: writeBatch,
    maxInFlight,
    // requests that were read from the sockets together share a batch
    beforeFirst: oneTurn,
  });

  return {
    write: (document) =>
      new Promise((resolve, reject) => {
        const size = sizeOf(document);
        batcher.add({ document, size, queuedAt: performance.now(), resolve, reject });
      }),
    drain: batcher.drain,
  };
}

const sizeOf = ({ sale, totals, warnings, answer }: NewDocument): number =>
  sale.length + totals.length + (warnings?.length ?? 0) + answer.length;
