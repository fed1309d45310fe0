/** Processes due documents without Redis, within the concurrency limit that the queue has too. */
import type { DueDocument } from '@rafaga/db';
import { settledWithin } from '@rafaga/runtime/concurrency';

export interface Direct {
  /** How many more documents could be processed now. */
  room(): number;
  /** Begins to process them: no more than there is room for. */
  take(due: readonly DueDocument[]): void;
  busy(): number;
  /** Waits at most `withinMs` for the documents under way. */
  stop(withinMs: number): Promise<void>;
}

export interface DirectOptions {
  /** Concurrent documents, those of the queue included. */
  concurrency: number;
  /** How many documents of the queue are under way. */
  queued(): number;
  work(documentId: number): Promise<void>;
  onError(error: Error, documentId: number): void;
}

export function createDirect({ concurrency, queued, work, onError }: DirectOptions): Direct {
  const underway = new Set<Promise<void>>();
  return {
    room: () => Math.max(0, concurrency - underway.size - queued()),
    busy: () => underway.size,
    take(due) {
      for (const { documentId } of due) {
        const working = work(documentId)
          .catch((error) => onError(error, documentId))
          .finally(() => underway.delete(working));
        underway.add(working);
      }
    },
    stop: (withinMs) => settledWithin(Promise.all(underway), withinMs),
  };
}
