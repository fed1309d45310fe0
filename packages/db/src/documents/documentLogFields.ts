/** Finds the fields that each log line about a document has: its id, its request and its trace. */
import { batched } from '../batched.js';
import { type Db, poolOf } from '../db.js';

export interface DocumentLogFields {
  documentId: number;
  requestId?: string;
  /** Absent when the document is not traced. */
  traceId?: string;
}

interface Row {
  id: string;
  requestId: string;
  traceparent: string | null;
}

async function findAll(db: Db, ids: readonly number[]): Promise<DocumentLogFields[]> {
  const { rows } = await poolOf(db).query<Row>({
    name: 'find_log_fields',
    text: `SELECT d.id, d.request_id AS "requestId", t.traceparent FROM documents d
      LEFT JOIN document_traces t ON t.document_id = ANY ($1) AND t.document_id = d.id
      WHERE d.id = ANY ($1::bigint[])`,
    values: [ids],
  });
  const found = new Map(rows.map((row) => [Number(row.id), row]));
  return ids.map((documentId) => {
    const { requestId, traceparent } = found.get(documentId) ?? {};
    const traceId = traceparent?.split('-')[1];
    return { documentId, ...(requestId && { requestId }), ...(traceId && { traceId }) };
  });
}

const findBatch = batched(findAll, { paceMs: 0 });

/** Never rejects, so that the line is written even while the database is unavailable. */
export const documentLogFields = (db: Db, documentId: number): Promise<DocumentLogFields> =>
  findBatch(db, documentId).catch(() => ({ documentId }));
