/**
 * The fence of an attempt: every write about a claimed document names the epoch of its claim, and
 * is refused when a later claim has raised it. Every write adds its row to the timeline in the same
 * statement.
 */
import { type ColumnTable, columnValues } from '../columnTable.js';
import { type Db, poolOf } from '../db.js';
import { stageBefore } from '../stageSql.js';
import type { Traced } from '../tracedRun.js';

/** A lease ends after this: twice the longest call to the authority, and a margin. */
export const LEASE_MS = 60_000;

export interface Fence {
  documentId: number;
  businessId: number;
  epoch: number;
  attempt: number;
  worker: string;
  /** The span of this attempt, or what the document's row says; absent: it is not traced. */
  traceparent?: string | undefined;
}

/** Another claim holds the document, or it is settled: the attempt must stop. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  constructor(fence: Fence) {
    super(`document ${fence.documentId} is no longer held by epoch ${fence.epoch}`);
  }
}

export const RENEW_LEASE = `lease_until = now() + ${LEASE_MS} * interval '1 ms'`;
export const RELEASE_LEASE = 'lease_owner = NULL, lease_until = NULL';
/**
 * Of the emission "e", when a lease ends that its worker did not give back: a send of that worker
 * may have arrived.
 */
export const NOTE_CRASH =
  'unanswered = e.unanswered OR (e.lease_owner IS NOT NULL AND e.sends > 0)';
/** Of the emission "e": what was begun ends, for another program than the worker of the lease. */
export const END_LEASE = `${NOTE_CRASH}, epoch = e.epoch + 1, crashes = 0, lease_owner = NULL,
  lease_until = NULL, not_before = NULL`;
/**
 * The document of a fence whose first two values are $1 and $2. An attempt that ended in a wait
 * holds nothing: a write whose COMMIT had no answer is tried again, and takes effect once.
 */
export const IS_HELD = `document_id = $1 AND epoch = $2 AND lease_owner IS NOT NULL
  AND ${stageBefore('settle')}`;
export const RETURNING_HELD = 'RETURNING document_id, business_id, attempts, intent_at';

/** A row of the timeline for the document of the statement's CTE "held". */
export const insertAttempt = (
  step: string,
  { code = 'NULL', detail = 'NULL', tookMs = 'NULL::int' } = {},
): string => `
  INSERT INTO attempts
    (document_id, business_id, attempt, step, code, detail, took_ms, worker)
  SELECT document_id, business_id, $3, '${step}', ${code}, ${detail}, ${tookMs}, $4 FROM held`;

/** One statement of an attempt; its first four values are the fence. */
export async function writeFenced(
  db: Db,
  fence: Fence,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<void> {
  const { rowCount } = await poolOf(db).query({
    name,
    text,
    values: [fence.documentId, fence.epoch, fence.attempt, fence.worker, ...values],
  });
  if (rowCount === 0) throw new LeaseLost(fence);
}

/** The first columns of a statement for many attempts: its parameters $2, $3 and $4. */
export const FENCE_COLUMNS: ColumnTable<{ fence: Fence }> = {
  document_id: ['bigint', ({ fence }) => fence.documentId],
  epoch: ['int', ({ fence }) => fence.epoch],
  attempt: ['int', ({ fence }) => fence.attempt],
};

/**
 * The emissions "e" of the rows "g" that are still held. The ids in an array, and "stage" instead
 * of the column that an index has, leave the planner only the primary key: over the few rows of a
 * quiet day it would choose a scan of the whole table, and keep it at a hundred thousand rows.
 */
export const ARE_HELD =
  'e.document_id = ANY ($2) AND e.document_id = g.document_id AND e.epoch = g.epoch AND ' +
  stageBefore('settle', 'e.stage');

/**
 * One statement for many attempts of this process; its first value is the name of the process.
 * @returns for each row, whether its document was still held
 */
export async function writeManyFenced<Row extends { fence: Fence }>(
  db: Db,
  rows: readonly Row[],
  { name, text, columns }: { name: string; text: string; columns: ColumnTable<Row> },
): Promise<boolean[]> {
  const written = await poolOf(db).query<{ id: string }>({
    name,
    text,
    values: [rows[0]?.fence.worker, ...columnValues(columns, rows)],
  });
  const held = new Set(written.rows.map(({ id }) => Number(id)));
  return rows.map(({ fence }) => held.has(fence.documentId));
}

/** How a statement for many attempts stands in their traces. */
export const tracedAs = (statement: string): Traced<{ fence: Fence }, boolean> => ({
  statement,
  traceparentOf: ({ fence }) => fence.traceparent,
});

/** Texts of the authority are stored up to this length. */
const MAX_TEXT = 1_000;
export const shortText = (text: string | undefined): string | null =>
  text?.slice(0, MAX_TEXT) ?? null;
