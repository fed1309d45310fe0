/**
 * Enqueues single documents in bulk without making the caller wait: the documents that arrive
 * during one round trip to Redis go together with the next.
 */
import type { DocumentQueue } from './documentQueue.js';
import type { Dispatch } from './jobs.js';

export interface BatchedEnqueuer {
  enqueue(dispatch: Dispatch): void;
  /** Waits until everything that was handed over has been sent to Redis, or was refused. */
  close(): Promise<void>;
}

const MOST_AT_ONCE = 500;

/** @param onError called with each failed round trip; the sweep enqueues those documents again */
export function createBatchedEnqueuer(
  queue: Pick<DocumentQueue, 'enqueue'>,
  onError: (error: Error) => void,
): BatchedEnqueuer {
  let waiting: Dispatch[] = [];
  let flushing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    // the documents of this turn of the event loop go together
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      await queue.enqueue(batch).catch(onError);
    }
    flushing = undefined;
  }

  return {
    enqueue(dispatch) {
      waiting.push(dispatch);
      flushing ??= flush();
    },
    close: async () => {
      await flushing;
    },
  };
}
