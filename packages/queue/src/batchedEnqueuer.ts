/**
 * Enqueues single documents in bulk without making the caller wait: the documents that arrive
 * during one round trip to Redis go together with the next.
 */
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import type { JobQueue } from './documentQueue.js';

export interface BatchedEnqueuer<Item> {
  enqueue(item: Item): void;
  /** Waits until everything that was handed over has been sent to Redis, or was refused. */
  close(): Promise<void>;
}

const MAX_BATCH = 500;

/** @param onError called with each failed round trip; the sweep enqueues those documents again */
export function createBatchedEnqueuer<Item>(
  queue: Pick<JobQueue<Item>, 'enqueue'>,
  onError: (error: Error) => void,
): BatchedEnqueuer<Item> {
  const batcher = createBatcher<Item>({
    maxBatch: MAX_BATCH,
    beforeFirst: oneTurn,
    write: (batch) => queue.enqueue(batch).then(() => undefined, onError),
  });
  return { enqueue: batcher.add, close: batcher.drain };
}
