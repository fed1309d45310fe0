/**
 * Limits how many documents are processed at once, whether jobs or, without Redis, the sweep bring
 * them. A job ends when its documents have begun: from then on their leases protect them.
 */
import { settledWithin } from '@rafaga/runtime/concurrency';

export interface DocumentLimit {
  /** How many more documents could be processed now. */
  room(): number;
  /** The number of documents under way. */
  busy(): number;
  /**
   * Begins each document as soon as there is room, and resolves when the last one has begun. Once
   * it stops it begins none: the sweep of another worker enqueues them again.
   */
  begin(documentIds: readonly number[]): Promise<void>;
  /** Begins no more documents, and waits at most `withinMs` for those under way. */
  stop(withinMs: number): Promise<void>;
}

export interface DocumentLimitOptions {
  /** The most documents that are processed at once. */
  concurrency: number;
  work(documentId: number): Promise<void>;
  /** Called when the processing of a document failed. */
  onError(error: Error, documentId: number): void;
}

export function createDocumentLimit(options: DocumentLimitOptions): DocumentLimit {
  const { concurrency, work, onError } = options;
  const underway = new Set<Promise<void>>();
  /** The callers of `begin` that wait for room; each function wakes one. */
  const waiting: (() => void)[] = [];
  let stopping = false;
  function start(documentId: number): void {
    const working = work(documentId)
      .catch((error) => onError(error, documentId))
      .finally(() => {
        underway.delete(working);
        waiting.shift()?.();
      });
    underway.add(working);
  }
  return {
    room: () => Math.max(0, concurrency - underway.size),
    busy: () => underway.size,
    async begin(documentIds) {
      for (const documentId of documentIds) {
        // no await between the check and the start: another call would pass the check too
        while (!stopping && underway.size >= concurrency)
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
          });
        if (stopping) return;
        start(documentId);
      }
    },
    stop(withinMs) {
      stopping = true;
      for (const wake of waiting.splice(0)) wake();
      return settledWithin(Promise.all(underway), withinMs);
    },
  };
}
