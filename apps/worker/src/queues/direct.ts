/**
 * Sends without Redis: documents that are due, taken from PostgreSQL by this process itself and
 * worked on within its own bound.
 */
import type { DueDocument } from '@rafaga/db';
import { settledWithin } from '@rafaga/runtime/concurrency';

export interface Direct {
  /** How many more could be worked on now. */
  room(): number;
  /** Works on them, and does not wait for it; no more than there is room for. */
  take(due: readonly DueDocument[]): void;
  busy(): number;
  /** Resolves when what is under way is done, within so long. */
  stop(withinMs: number): Promise<void>;
}

export interface DirectOptions {
  /** Documents at a time, those of the queue included. */
  concurrency: number;
  /** How many the queue gave that are under way. */
  queued(): number;
  work(documentId: number): Promise<void>;
  onError(error: Error): void;
}

export function createDirect({ concurrency, queued, work, onError }: DirectOptions): Direct {
  const underway = new Set<Promise<void>>();
  return {
    room: () => Math.max(0, concurrency - underway.size - queued()),
    busy: () => underway.size,
    take(due) {
      for (const { documentId } of due) {
        const working = work(documentId)
          .catch(onError)
          .finally(() => underway.delete(working));
        underway.add(working);
      }
    },
    stop: (withinMs) => settledWithin(Promise.all(underway), withinMs),
  };
}
