/**
 * Writes a batch with one call of issue_batch, and resolves or rejects each of its documents, also
 * when the call fails.
 */
import { withTimeout } from '@rafaga/runtime/concurrency';
import pg from 'pg';
import { isConnectionLost, isMonthMissing, isWorthRepeating } from '../databaseErrors.js';
import type { OnBatch } from '../db.js';
import { MAKE_MONTHS } from '../months/makeDocumentMonths.js';
import type { QueuedDocument } from './documentQueue.js';
import { issueBatch } from './issueBatch.js';
import { isRestoring, issuedOf, rejectDocument } from './issueResult.js';
import { Overloaded, Unavailable, Unconfirmed } from './newDocument.js';
import { createNumberCheck, type Numbering } from './risingNumbers.js';

/** Every document is resolved or rejected within this time after its arrival. */
const SETTLED_WITHIN_MS = 4500;
/** A second call needs at least this much time, because it may have to connect again. */
const SECOND_CALL_MS = 2500;
/**
 * A repeated call, or one for a single document, needs at least this much on an open connection.
 */
const LAST_CALL_MS = 1000;
/**
 * How long a call waits for locks: for a batch, for one document of a batch that failed, and for a
 * document that arrived alone.
 */
const LOCK_MS = { batch: 1000, afterBatch: 500, alone: 2000 };

interface Writer {
  pool: pg.Pool;
  onBatch: OnBatch | undefined;
  beginNumbering: ReturnType<typeof createNumberCheck>;
}

export function createBatchWriter(
  pool: pg.Pool,
  onBatch?: OnBatch,
): (batch: QueuedDocument[]) => Promise<void> {
  const writer: Writer = { pool, onBatch, beginNumbering: createNumberCheck() };
  return async function writeBatch(batch) {
    try {
      await call(writer, batch, batch.length === 1 ? LOCK_MS.alone : LOCK_MS.batch);
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError && !isRestoring(error))
        await writeOneByOne(writer, batch);
      else for (const queued of batch) rejectDocument(queued, error as Error);
    }
  };
}

/** The numbers of a call are compared with those before its first try. */
async function call(writer: Writer, batch: QueuedDocument[], lockMs: number): Promise<void> {
  const numbering = writer.beginNumbering();
  try {
    await callUntilAnswered(writer, { batch, lockMs, numbering, again: false });
  } finally {
    numbering.end();
  }
}

interface Call {
  batch: QueuedDocument[];
  lockMs: number;
  numbering: Numbering;
  /** Whether an earlier try lost its connection, and may have been committed. */
  again: boolean;
}

/** After a lost connection, calls again to learn whether the first call was committed. */
async function callUntilAnswered(writer: Writer, first: Call): Promise<void> {
  try {
    await callInPresentSchema(writer, first);
  } catch (error) {
    if (error instanceof Unavailable || isRestoring(error as Error) || !isConnectionLost(error))
      throw error;
    if (timeLeft(first.batch) < SECOND_CALL_MS) throw unconfirmed(error);
    await callOnce(writer, { ...first, again: true }).catch((second) => {
      throw isRestoring(second) || second instanceof Unconfirmed ? second : unconfirmed(second);
    });
  }
}

/**
 * Calls again after the database has changed: a missing partition is made, and a function that a
 * migration replaced while the call waited is called anew. No sale is refused for either.
 */
async function callInPresentSchema(writer: Writer, first: Call): Promise<void> {
  try {
    await callOnce(writer, first);
  } catch (error) {
    if (isMonthMissing(error)) await writer.pool.query(MAKE_MONTHS);
    else if (!isWorthRepeating(error) || timeLeft(first.batch) < LAST_CALL_MS) throw error;
    await callOnce(writer, first);
  }
}

async function callOnce(
  { pool, onBatch }: Writer,
  { batch, lockMs, numbering, again }: Call,
): Promise<void> {
  const client = await connect(pool, timeLeft(batch)).catch((error) => {
    throw again ? unconfirmed(error) : unavailable(error);
  });
  let failure: Error | undefined;
  const began = performance.now();
  try {
    await numbering.putInReview(client);
    const { rows } = await issueBatch(client, batch, { lockMs, withinMs: timeLeft(batch) });
    const results = rows.map((row) => {
      const queued = batch[row.place - 1] as QueuedDocument;
      return { queued, issued: issuedOf(queued, row, again), isNew: row.result === 'issued' };
    });
    await numbering.check(client, results);
    // the next batch starts in this turn of the event loop: answering takes as long as writing
    setImmediate(() => {
      for (const { queued, issued } of results) queued.resolve(issued);
    });
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure && breaksConnection(failure));
    onBatch?.({ statement: 'issue_batch', began, traceparents: tracesOf(batch), error: failure });
  }
}

/** Takes a connection. One that comes too late is released for the next batch. */
function connect(pool: pg.Pool, withinMs: number): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  let isLate = false;
  connecting.then(
    (client) => isLate && client.release(),
    () => undefined,
  );
  return withTimeout(connecting, withinMs).catch((error) => {
    isLate = true;
    throw error;
  });
}

/** Whether the error, or the cause of a failed review of repeated numbers, is a lost connection. */
const breaksConnection = (failure: Error): boolean =>
  isRestoring(failure)
    ? failure.cause !== undefined && isConnectionLost(failure.cause)
    : isConnectionLost(failure);

const tracesOf = (batch: readonly QueuedDocument[]) =>
  batch.map(({ document }) => document.traceparent);

/** Writes the documents of a failed batch one at a time; none of them is written yet. */
async function writeOneByOne(writer: Writer, batch: QueuedDocument[]): Promise<void> {
  let lost: Error | undefined;
  for (const queued of batch) {
    if (lost) queued.reject(unavailable(lost));
    else if (timeLeft([queued]) < LAST_CALL_MS)
      queued.reject(new Overloaded('the documents before it took too long to write'));
    else {
      await call(writer, [queued], LOCK_MS.afterBatch).catch((error) => {
        rejectDocument(queued, error);
        if (!(error instanceof pg.DatabaseError)) lost = error;
      });
    }
  }
}

const unavailable = (cause: unknown) => new Unavailable('the database is unavailable', { cause });
const unconfirmed = (cause: unknown) => new Unconfirmed('the connection was lost', { cause });

function timeLeft(batch: readonly QueuedDocument[]): number {
  const oldest = Math.min(...batch.map(({ queuedAt }) => queuedAt));
  return Math.max(1, SETTLED_WITHIN_MS - (performance.now() - oldest));
}
