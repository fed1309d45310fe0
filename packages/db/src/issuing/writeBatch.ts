/**
 * Writes a batch with one call of issue_batch and answers each of its documents, whatever happens
 * to the call.
 */
import pg from 'pg';
import { isConnectionLost, isUnavailable } from '../databaseErrors.js';
import { holdRepeated, RESTORING_CODE } from '../restoration/restoration.js';
import type { QueuedDocument } from './batchQueue.js';
import {
  ENVIRONMENT_MARK,
  ID_MARK,
  type Issued,
  NUMBER_MARK,
  Overloaded,
  Restoring,
  Unavailable,
  Unconfirmed,
} from './newDocument.js';
import { repeatOf, type StoredReference } from './references.js';

/** Every document is answered by then, counted from its arrival. */
const ANSWER_WITHIN = 4500;
/**
 * A second call needs the time to connect, and some; the last of a row of calls finds its
 * connection open.
 */
const SECOND_CALL = 2500;
const LAST_CALL = 1000;
/**
 * How long a call waits for another's lock: a batch, its documents one by one after that, and a
 * batch of one.
 */
const LOCK = { batch: 1000, afterBatch: 500, alone: 2000 };

export function createBatchWriter(pool: pg.Pool): (batch: QueuedDocument[]) => Promise<void> {
  const highest = new Map<string, number>();

  /**
   * Numbers that follow go up: where they do not, this is an older database than the last, behind a
   * connection that stayed.
   */
  async function mustRise(
    client: pg.PoolClient,
    batch: QueuedDocument[],
    rows: readonly Row[],
  ): Promise<void> {
    const following = rows.filter(
      ({ place, result }) => result === 'issued' && batch[place - 1]?.document.number === undefined,
    );
    const named = following.map((row) => ({
      row,
      series: seriesOf(batch[row.place - 1] as QueuedDocument, row),
    }));
    if (named.some(({ row, series }) => row.number <= (highest.get(series) ?? 0))) {
      const given = rows.filter(({ result }) => result === 'issued').map(({ id }) => id);
      await holdRepeated(client, given);
      throw new Restoring('the database gave a number that it had given before');
    }
    for (const { row, series } of named)
      highest.set(series, Math.max(highest.get(series) ?? 0, row.number));
  }

  /**
   * One call. A lost connection is worth a second one: the references know whether the first was
   * committed.
   */
  async function call(batch: QueuedDocument[], lock: number, again = false): Promise<void> {
    const client = await pool.connect().catch((error) => {
      throw again
        ? new Unconfirmed('the database was lost', { cause: error })
        : new Unavailable('the database is away', { cause: error });
    });
    let failure: Error | undefined;
    try {
      const { rows } = await inTime(client, batch, lock);
      await mustRise(client, batch, rows);
      for (const row of rows) answer(batch[row.place - 1] as QueuedDocument, row, again);
    } catch (error) {
      failure = error as Error;
    } finally {
      client.release(failure && !isRestoring(failure) && isConnectionLost(failure));
    }
    if (!failure) return;
    if (isRestoring(failure) || (!isConnectionLost(failure) && !again)) throw failure;
    if (again || left(batch) < SECOND_CALL)
      throw new Unconfirmed('the database was lost', { cause: failure });
    await call(batch, lock, true);
  }

  /** The batch was refused as a whole, so nothing of it is written yet. */
  async function oneByOne(batch: QueuedDocument[]) {
    let gone: Error | undefined;
    for (const waiting of batch) {
      if (gone) waiting.reject(new Unavailable('the database is away', { cause: gone }));
      else if (left([waiting]) < LAST_CALL)
        waiting.reject(new Overloaded('the documents before it took too long to write'));
      else {
        await call([waiting], LOCK.afterBatch).catch((error) => {
          refuse(waiting, error);
          if (!(error instanceof pg.DatabaseError)) gone = error;
        });
      }
    }
  }

  return async function write(batch) {
    try {
      await call(batch, batch.length === 1 ? LOCK.alone : LOCK.batch);
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError && !isRestoring(error))
        await oneByOne(batch);
      else for (const waiting of batch) refuse(waiting, error as Error);
    }
  };
}

/**
 * A database that was restored refuses every document; what was written before, the references
 * know.
 */
const isRestoring = (error: Error) =>
  error instanceof Restoring ||
  (error instanceof pg.DatabaseError && error.code === RESTORING_CODE);

const seriesOf = ({ document }: QueuedDocument, { environment }: Row) =>
  `${document.businessId} ${environment} ${document.series}`;

const STATEMENT = `SELECT * FROM issue_batch($1, '5 seconds', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

interface Row extends Pick<StoredReference, 'hash' | 'state' | 'answer'> {
  place: number;
  result:
    | 'issued'
    | 'stored'
    | 'series_closed'
    | 'series_exhausted'
    | 'number_taken'
    | 'number_far';
  id: string;
  number: number;
  request: string;
  /** As the wire names it. */
  environment: string | null;
}

function inTime(
  client: pg.PoolClient,
  batch: QueuedDocument[],
  lock: number,
): Promise<pg.QueryResult<Row>> {
  const column = <T>(pick: (waiting: QueuedDocument) => T) => batch.map(pick);
  return client.query<Row>({
    name: 'issue_batch',
    text: STATEMENT,
    query_timeout: left(batch),
    values: [
      `${lock}ms`,
      column(({ document }) => document.businessId),
      column(({ document }) => document.kind),
      column(({ document }) => document.series),
      column(({ document }) => document.number ?? null),
      column(({ document }) => document.reference),
      column(({ document }) => document.hash),
      column(({ document }) => document.issueDate),
      column(({ document }) => document.currency),
      column(({ document }) => document.client.documentType),
      column(({ document }) => document.client.document),
      column(({ document }) => document.client.name),
      column(({ document }) => document.total),
      column(({ warnings }) => warnings),
      column(({ document }) => document.answer),
      column(({ document }) => document.requestId),
      column(({ document }) => document.deadline),
      // as one text each: an array of texts would have every quote of them escaped and unescaped
      `[${column(({ sale }) => sale)}]`,
      `[${column(({ totals }) => totals)}]`,
    ],
  } as pg.QueryConfig);
}

function left(batch: QueuedDocument[]): number {
  const oldest = Math.min(...batch.map(({ queuedAt: since }) => since));
  return Math.max(1, ANSWER_WITHIN - (performance.now() - oldest));
}

function answer(waiting: QueuedDocument, row: Row, again: boolean) {
  waiting.resolve(issuedOf(waiting, row, again));
}

function issuedOf({ document }: QueuedDocument, row: Row, again: boolean): Issued {
  if (row.result === 'issued') {
    const text = document.answer
      .replaceAll(ID_MARK, row.id)
      .replaceAll(NUMBER_MARK, String(row.number))
      .replaceAll(ENVIRONMENT_MARK, row.environment ?? '');
    const environment = row.environment === null ? {} : { environment: row.environment };
    return { is: 'issued', id: Number(row.id), number: row.number, answer: text, ...environment };
  }
  if (row.result !== 'stored') return { is: row.result };
  // released between the two looks at it
  if (row.hash === null) return { is: 'in_process' };
  const repeat = repeatOf(row, document.hash);
  const ours = again && repeat.is === 'replay' && row.request === document.requestId;
  return ours ? { is: 'issued', id: repeat.id, number: row.number, answer: repeat.answer } : repeat;
}

function refuse(waiting: QueuedDocument, error: Error) {
  if (
    error instanceof pg.DatabaseError &&
    error.code === '55P03' &&
    error.where?.includes('"references"')
  ) {
    waiting.resolve({ is: 'in_process' });
  } else if (isRestoring(error)) {
    waiting.reject(
      error instanceof Restoring ? error : new Restoring('a restoration is open', { cause: error }),
    );
  } else if (error instanceof pg.DatabaseError && isUnavailable(error)) {
    waiting.reject(new Unavailable('the database cannot write', { cause: error }));
  } else waiting.reject(error);
}
