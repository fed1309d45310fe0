/**
 * Group commit: calls that arrive while the last statement runs, or soon after, share the next
 * one, so that many callers pay for one transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { batchedCall, oneTurn } from '@rafaga/runtime/concurrency';
import pg from 'pg';
import { connectionsOf, type Db } from './db.js';
import { type Traced, tracedRun } from './tracedRun.js';

/** A function that executes one item, made from a statement for many. */
export type Batched<T, R> = (db: Db, item: T) => Promise<R>;

/** The most items in a batch: in a larger one the first item would wait for the last. */
const MAX_BATCH = 64;
/**
 * After a batch of several items, the next one starts this much later: a statement and its write
 * to disk cost the same for ten items as for two. An item that arrives alone never waits.
 */
const PACE_MS = 20;

/**
 * @param run the statement for many; each result stands at the index of its item
 * @param paceMs the pace for statements that write; 0 for those that only read
 * @param maxInFlight statements that run at the same time
 * @param traced the name of the statement in traces, and whose traces; absent: none
 */
export function batched<T, R>(
  run: (db: Db, items: T[]) => Promise<R[]>,
  { paceMs = PACE_MS, maxInFlight = 1, traced }: Partial<Pacing> & { traced?: Traced<T, R> } = {},
): Batched<T, R> {
  const calls = new WeakMap<Db, (item: T) => Promise<R>>();
  return (db, item) => {
    const call =
      calls.get(db) ?? batchedOn(db, withTraces(db, run, traced), { paceMs, maxInFlight });
    calls.set(db, call);
    return call(item);
  };
}

function withTraces<T, R>(
  db: Db,
  run: (db: Db, items: T[]) => Promise<R[]>,
  traced: Traced<T, R> | undefined,
) {
  const { onBatch } = connectionsOf(db);
  return traced && onBatch ? tracedRun(run, traced, onBatch) : run;
}

interface Pacing {
  paceMs: number;
  maxInFlight: number;
}

function batchedOn<T, R>(
  db: Db,
  run: (db: Db, items: T[]) => Promise<R[]>,
  { paceMs, maxInFlight }: Pacing,
) {
  /** Earliest start of the next batch, on the monotonic clock. */
  let nextFlush = 0;
  return batchedCall<T, R>({
    run: (items) => run(db, items),
    maxBatch: MAX_BATCH,
    maxInFlight,
    // one item that the database refuses must not fail the others
    runsOneByOne: (error) => error instanceof pg.DatabaseError,
    async beforeEach(waiting) {
      const delay = waiting() < MAX_BATCH ? nextFlush - performance.now() : 0;
      // at least one turn of the event loop, so that items that arrive together share a batch
      await (delay > 0 ? sleep(delay) : oneTurn());
      nextFlush = waiting() > 1 ? performance.now() + paceMs : 0;
    },
  });
}
