/** Reads the traces of documents, and deletes those that collectors no longer have. */
import { type Db, poolOf } from '../db.js';

/** Finds the traceparent of each traced document. */
export async function findTraceparents(
  db: Db,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await poolOf(db).query<{ id: string; traceparent: string }>({
    name: 'find_traceparents',
    text: `SELECT document_id AS id, traceparent FROM document_traces
      WHERE document_id = ANY ($1::bigint[])`,
    values: [documentIds],
  });
  return new Map(rows.map(({ id, traceparent }) => [Number(id), traceparent]));
}

const KEPT_DAYS = 60;
const PORTION = 1_000;

/**
 * Deletes the traces of documents that were issued more than sixty days ago, the oldest first: ids
 * are ordered by time, so that a portion is a range of the primary key.
 * @returns whether more may be left
 */
export async function deleteOldTraces(db: Db, portion = PORTION): Promise<boolean> {
  const { rowCount } = await poolOf(db).query({
    name: 'delete_old_traces',
    text: `DELETE FROM document_traces WHERE document_id IN (
      SELECT document_id FROM document_traces
      WHERE document_id < first_document_id((now() AT TIME ZONE 'America/Lima')::date - $1::int)
      ORDER BY document_id LIMIT $2)`,
    values: [KEPT_DAYS, portion],
  });
  return rowCount === portion;
}
