/** Reads which documents the database has, so that the rebuild can find the missing ones. */
import { type Db, poolOf } from '../db.js';

interface PendingDocument {
  ruc: string;
  kind: string;
  series: string;
  number: number;
  digest: string | null;
}

/** The pending documents: the file store may hold later files of them. */
export async function pendingDocuments(db: Db): Promise<(PendingDocument & { id: number })[]> {
  const { rows } = await poolOf(db).query<PendingDocument & { id: string }>(
    `SELECT d.id::text, b.ruc, d.kind, d.series, d.number, o.digest FROM emissions e
      JOIN documents d ON d.id = e.document_id JOIN businesses b ON b.id = d.business_id
      LEFT JOIN outcomes o ON o.document_id = d.id WHERE e.stage <> 'review' ORDER BY d.id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * The newest and the oldest pending document of the database: the journal is read from them on.
 */
export async function knownUntil(
  db: Db,
): Promise<{ newest: number | null; oldestPending: number | null }> {
  const { rows } = await poolOf(db).query<{ newest: string | null; pending: string | null }>(
    `SELECT (SELECT max(id) FROM documents)::text AS newest,
      (SELECT min(document_id) FROM emissions)::text AS pending`,
  );
  const number = (text: string | null | undefined) => (text == null ? null : Number(text));
  return { newest: number(rows[0]?.newest), oldestPending: number(rows[0]?.pending) };
}

/** The ids that no document in the database has. */
export async function unknownIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await poolOf(db).query<{ id: string }>(
    `SELECT t.id::text FROM unnest($1::bigint[]) AS t (id)
      WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)`,
    [ids],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
