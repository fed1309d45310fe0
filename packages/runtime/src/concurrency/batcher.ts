/**
 * Group commit: items that arrive while one batch is being written form the next one. There is no
 * timer: an item that arrives alone is written at once.
 *
 * No library is used: the known ones do not let their callers choose the items of a batch, how many
 * batches are written at once, and how long a batch may gather.
 */

export interface BatcherOptions<T> {
  /** Writes one batch. It handles its own failures and never rejects. */
  write(batch: T[]): Promise<void>;
  /** The most items in a batch; absent: any number. */
  maxBatch?: number;
  /** How many batches are written at the same time; absent: 1. */
  maxInFlight?: number;
  /** Awaited when writing starts: the items that arrive meanwhile join the first batch. */
  beforeFirst?(): Promise<void>;
  /** Awaited before every batch; `waiting` gives the number of queued items. */
  beforeEach?(waiting: () => number): Promise<void>;
  /** Called when there is nothing left to write. */
  onIdle?(): void;
  /** Replaces the default queue, which takes the oldest `maxBatch` items. */
  queue?: BatchQueue<T>;
}

export interface BatchQueue<T> {
  /** Throws when the item is not accepted. */
  add(item: T): void;
  /** Takes the next batch; empty when every queued item was dropped. */
  takeBatch(): T[];
  /** The amount of queued work; it may exceed the number of items. */
  length(): number;
}

export interface Batcher<T> {
  add(item: T): void;
  /** Starts writing what the queue holds, without a new item. */
  flush(): void;
  /** Resolves when everything that was added has been written. */
  drain(): Promise<void>;
}

/** One turn of the event loop, so that requests that were read together share a batch. */
export const oneTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createBatcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { write, maxBatch = Number.POSITIVE_INFINITY, maxInFlight = 1, onIdle } = options;
  const { queue = firstInFirstOut<T>(maxBatch), beforeFirst, beforeEach } = options;
  const loops = new Set<Promise<void>>();
  let running = 0;

  async function flushLoop(): Promise<void> {
    try {
      if (beforeFirst) await beforeFirst();
      while (queue.length() > 0) {
        if (beforeEach) await beforeEach(queue.length);
        const batch = queue.takeBatch();
        if (batch.length > 0 || queue.length() > 0) await write(batch);
      }
    } finally {
      // in the same turn in which the queue was empty: an item that is added later starts a new
      // loop
      running -= 1;
      if (running === 0) onIdle?.();
    }
  }

  function flush(): void {
    if (running >= maxInFlight) return;
    running += 1;
    const loop: Promise<void> = flushLoop().finally(() => loops.delete(loop));
    loops.add(loop);
  }

  return {
    add(item) {
      queue.add(item);
      flush();
    },
    flush,
    async drain() {
      while (loops.size > 0) await Promise.all(loops);
    },
  };
}

function firstInFirstOut<T>(maxBatch: number): BatchQueue<T> {
  let items: T[] = [];
  return {
    add: (item) => {
      items.push(item);
    },
    length: () => items.length,
    takeBatch() {
      const batch = items.slice(0, maxBatch);
      items = items.slice(maxBatch);
      return batch;
    },
  };
}
