/**
 * Enqueues single documents in bulk without making the caller wait: the documents that arrive
 * during one round trip to Redis go together with the next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, oneTurn } from '@rafaga/runtime/concurrency';
import type { JobQueue } from './documentQueue.js';
import type { Dispatch } from './jobs.js';

export interface BatchedEnqueuer<Item> {
  enqueue(item: Item): void;
  /** Waits until everything that was handed over has been sent to Redis, or was refused. */
  close(): Promise<void>;
}

const MAX_BATCH = 500;
/**
 * Documents of businesses that issue many gather for this long from the start of one round trip to
 * the next, those of all such businesses of a process together: their jobs hold several of them
 * then, and API, Redis and worker are woken less often. A caller that waits for a decision waits
 * for it too.
 */
const BULK_PACE_MS = 25;
/** How much later documents to print are enqueued again after a refusal. */
const PRINT_AGAIN_MS = 1_000;
/** The most documents that wait for that: others are drawn at their first download. */
const MAX_REFUSED = 10_000;

/**
 * @param onError called for each failed round trip, with its items
 * @param paceMs from one round trip to the next at least; an item that arrives later does not wait
 */
export function createBatchedEnqueuer<Item>(
  queue: Pick<JobQueue<Item>, 'enqueue'>,
  onError: (error: Error, refused: readonly Item[]) => void,
  paceMs = 0,
): BatchedEnqueuer<Item> {
  /** On the monotonic clock. */
  let nextAt = 0;
  const batcher = createBatcher<Item>({
    maxBatch: MAX_BATCH,
    beforeFirst: oneTurn,
    async beforeEach() {
      const pause = nextAt - performance.now();
      if (pause > 0) await sleep(pause);
      nextAt = performance.now() + paceMs;
    },
    async write(batch) {
      await queue.enqueue(batch).catch((error) => onError(error, batch));
    },
  });
  return { enqueue: batcher.add, close: batcher.drain };
}

/**
 * Enqueues documents to emit: those of the lane `bulk` at a pace, the others at once.
 * @param onError called for each failed round trip; the sweep enqueues its documents again
 */
export function createEmissionEnqueuer(
  queue: Pick<JobQueue<Dispatch>, 'enqueue'>,
  onError: (error: Error) => void,
): BatchedEnqueuer<Dispatch> {
  const lanes = {
    emit: createBatchedEnqueuer(queue, onError),
    bulk: createBatchedEnqueuer(queue, onError, BULK_PACE_MS),
  };
  return {
    enqueue: (dispatch) => lanes[dispatch.lane ?? 'emit'].enqueue(dispatch),
    async close() {
      await Promise.all([lanes.emit.close(), lanes.bulk.close()]);
    },
  };
}

/**
 * Enqueues documents to print, by their ids. Those that Redis refused are enqueued again here,
 * because no sweep does it.
 * @param onError called for each failed round trip
 */
export function createPrintEnqueuer(
  queue: Pick<JobQueue<number>, 'enqueue'>,
  onError: (error: Error) => void,
  againMs = PRINT_AGAIN_MS,
): BatchedEnqueuer<number> {
  const refused = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const enqueuer = createBatchedEnqueuer(queue, (error, ids) => {
    onError(error);
    for (const id of ids) if (refused.size < MAX_REFUSED) refused.add(id);
    if (!closed) timer ??= setTimeout(enqueueAgain, againMs).unref();
  });
  function enqueueAgain(): void {
    timer = undefined;
    const ids = [...refused];
    refused.clear();
    for (const id of ids) enqueuer.enqueue(id);
  }
  return {
    enqueue: enqueuer.enqueue,
    async close() {
      closed = true;
      clearTimeout(timer);
      await enqueuer.close();
      enqueueAgain();
      await enqueuer.close();
    },
  };
}
