/** Reads the traces of documents. */
import { type Db, poolOf } from '../db.js';

/** The traceparent of each document that is traced. */
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
