/**
 * Group commit: items that arrive while one batch is being written form the next one. There is no
 * timer: an item that arrives alone is written at once.
 *
 * No library is used, because the known ones fix what the users of this one choose: which items
 * form a batch, how many batches are written at once, and how long a batch may gather.
 */

export interface BatcherOptions<T> {
  /** Writes one batch. It handles its own failures and never rejects. */
  write(batch: T[]): Promise<void>;
  /** Items of one batch at most; any number, if absent. */
  maxBatch?: number;
  /** Batches that are written at the same time; 1, if absent. */
  maxInFlight?: number;
  /** Awaited when writing starts: the items that arrive meanwhile join the first batch. */
  beforeFirst?(): Promise<void>;
  /** Awaited before every batch; `waiting` tells how many items there are. */
  beforeEach?(waiting: () => number): Promise<void>;
  /** Called when there is nothing left to write. */
  onIdle?(): void;
  /** Chooses the items of each batch, in place of the oldest `maxBatch`. */
  queue?: BatchQueue<T>;
}

export interface BatchQueue<T> {
  /** May throw: then the item is not accepted. */
  add(item: T): void;
  /** The next batch; empty when every waiting item was dropped. */
  takeBatch(): T[];
  /** The amount of work: more than the number of items when a write has other work too. */
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
      // in the same step in which the queue was seen empty: an item that is added after it starts
      // a new loop
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
