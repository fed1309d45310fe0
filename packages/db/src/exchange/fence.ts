/**
 * The fence of an attempt: every write about a claimed document names the epoch of its claim, and
 * is refused after a later claim has raised it. Every write also adds its row to the timeline, in
 * the same statement.
 */
import { type ColumnTable, columnValues } from '../columnTable.js';
import { type Db, poolOf } from '../db.js';
import { stageBefore } from '../stageSql.js';
import type { Traced } from '../tracedRun.js';

/** The length of a lease: twice the longest call to the authority, and a margin. */
export const LEASE_MS = 60_000;

export interface Fence {
  documentId: number;
  businessId: number;
  epoch: number;
  attempt: number;
  worker: string;
  /** The span of this attempt, or the traceparent of the document; absent: it is not traced. */
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
 * SQL for the emission "e" when its lease ended without its worker releasing it: a send of that
 * worker may have arrived.
 */
export const NOTE_CRASH =
  'unanswered = e.unanswered OR (e.lease_owner IS NOT NULL AND e.sends > 0)';
/** SQL for the emission "e": ends the lease of its worker, on behalf of another program. */
export const END_LEASE = `${NOTE_CRASH}, epoch = e.epoch + 1, crashes = 0, lease_owner = NULL,
  lease_until = NULL, not_before = NULL`;
/**
 * SQL: the document is held by the fence in $1 and $2. An attempt that ended in a wait no longer
 * holds its document: a write that is repeated because its COMMIT had no answer takes effect once.
 */
export const IS_HELD = `document_id = $1 AND epoch = $2 AND lease_owner IS NOT NULL
  AND ${stageBefore('settle')}`;
export const RETURNING_HELD = 'RETURNING document_id, business_id, attempts, intent_at';

/** SQL: adds a row to the timeline of the document in the statement's CTE "held". */
export const insertAttempt = (
  step: string,
  { code = 'NULL', detail = 'NULL', tookMs = 'NULL::int' } = {},
): string => `
  INSERT INTO attempts
    (document_id, business_id, attempt, step, code, detail, took_ms, worker)
  SELECT document_id, business_id, $3, '${step}', ${code}, ${detail}, ${tookMs}, $4 FROM held`;

/** Runs one statement of an attempt; its first four values are the fence. */
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

/** The first columns of a statement for many attempts: parameters $2, $3 and $4. */
export const FENCE_COLUMNS: ColumnTable<{ fence: Fence }> = {
  document_id: ['bigint', ({ fence }) => fence.documentId],
  epoch: ['int', ({ fence }) => fence.epoch],
  attempt: ['int', ({ fence }) => fence.attempt],
};

/**
 * SQL: the emissions "e" of the rows "g" that are still held. The array of ids, and "stage" instead
 * of the indexed column, leave PostgreSQL only the primary key: planned on a quiet day with few
 * rows, it would choose a scan of the whole table and keep that plan at a hundred thousand rows.
 */
export const ARE_HELD =
  'e.document_id = ANY ($2) AND e.document_id = g.document_id AND e.epoch = g.epoch AND ' +
  stageBefore('settle', 'e.stage');

/**
 * Runs one statement for many attempts of this process; its first value is the process's name.
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

/** Describes a statement for many attempts to their traces. */
export const tracedAs = (statement: string): Traced<{ fence: Fence }, boolean> => ({
  statement,
  traceparentOf: ({ fence }) => fence.traceparent,
});

/** Longer texts of the authority are cut to this length. */
const MAX_TEXT = 1_000;
export const shortText = (text: string | undefined): string | null =>
  text?.slice(0, MAX_TEXT) ?? null;
