/**
 * Group commit: calls that arrive while the last statement runs, or soon after, share the next
 * one, so that many callers pay for one transaction.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './db.js';

/** A statement for one item, made from a statement for many. */
export type Batched<T, R> = (db: Db, item: T) => Promise<R>;

/** In a larger batch the first item would wait for the last. */
const MAX_BATCH = 64;
/**
 * After a batch of several items, the next one starts this much later: a statement and its write
 * to disk cost the same for ten items as for two. An item that arrives alone never waits.
 */
const PACE_MS = 20;

interface QueuedItem<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface Queue<T, R> {
  items: QueuedItem<T, R>[];
  flushing: boolean;
  /** Earliest start of the next batch, on the monotonic clock. */
  nextFlush: number;
}

/** @param run the statement for many; each result stands at the index of its item */
export function batched<T, R>(run: (db: Db, items: T[]) => Promise<R[]>): Batched<T, R> {
  const queues = new WeakMap<Db, Queue<T, R>>();

  async function settle(db: Db, batch: QueuedItem<T, R>[]): Promise<void> {
    try {
      const results = await run(
        db,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as R);
      });
    } catch (error) {
      // one item that the database refuses must not fail the others
      if (batch.length > 1 && error instanceof pg.DatabaseError)
        for (const queued of batch) await settle(db, [queued]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function flushLoop(db: Db, queue: Queue<T, R>): Promise<void> {
    queue.flushing = true;
    while (queue.items.length > 0) {
      const delay = queue.items.length < MAX_BATCH ? queue.nextFlush - performance.now() : 0;
      // at least one turn of the event loop, so that items that arrive together share a batch
      await (delay > 0 ? setTimeout(delay) : setImmediate());
      const batch = queue.items.splice(0, MAX_BATCH);
      queue.nextFlush = batch.length > 1 ? performance.now() + PACE_MS : 0;
      await settle(db, batch);
    }
    queue.flushing = false;
  }

  return (db, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(db) ?? { items: [], flushing: false, nextFlush: 0 };
      queues.set(db, queue);
      queue.items.push({ item, resolve, reject });
      if (!queue.flushing) void flushLoop(db, queue);
    });
}
