/**
 * Gathers documents into batches: documents that arrive while one batch is being written form the
 * next one. There is no timer: a document that arrives alone is written at once.
 */
import { createBatchQueue, type QueuedDocument } from './batchQueue.js';
import type { Issued, NewDocument } from './newDocument.js';

/** The parts of a document as the JSON that is stored. */
export type DocumentTexts = Pick<QueuedDocument, 'sale' | 'totals' | 'warnings' | 'size'>;

export interface DocumentBatcher {
  /** Resolves when the document's batch is written; throws as `Issuance.issue` does. */
  write(document: NewDocument, texts: DocumentTexts): Promise<Issued>;
  /** Resolves when every queued document is written. */
  drain(): Promise<void>;
}

/** @param maxInFlight batches that are written at the same time */
export function createDocumentBatcher(
  writeBatch: (batch: QueuedDocument[]) => Promise<void>,
  maxInFlight: number,
): DocumentBatcher {
  const queue = createBatchQueue();
  const inFlight = new Set<Promise<void>>();

  async function flushLoop() {
    // one turn of the event loop: requests that were read from the sockets together share a batch
    await new Promise(setImmediate);
    for (let batch = queue.takeBatch(); batch.length > 0; batch = queue.takeBatch())
      await writeBatch(batch);
  }

  function startFlush() {
    if (inFlight.size >= maxInFlight) return;
    const flush = flushLoop().finally(() => inFlight.delete(flush));
    inFlight.add(flush);
  }

  return {
    write: (document, texts) =>
      new Promise((resolve, reject) => {
        queue.add({ document, ...texts, queuedAt: performance.now(), resolve, reject });
        startFlush();
      }),
    async drain() {
      await Promise.all(inFlight);
    },
  };
}

export function textsOf({ sale, totals, warnings, answer }: NewDocument): DocumentTexts {
  const texts = {
    sale: JSON.stringify(sale),
    totals: JSON.stringify(totals),
    warnings: warnings === null ? null : JSON.stringify(warnings),
  };
  return {
    ...texts,
    size: texts.sale.length + texts.totals.length + (texts.warnings?.length ?? 0) + answer.length,
  };
}
