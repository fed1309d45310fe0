/** Reads which documents the database has, so that the rebuild can find the missing ones. */
import { type Db, poolOf } from '../db.js';
import { REBUILDER } from './rebuildTransaction.js';
import type { Restoration } from './restoration.js';

interface PendingDocument {
  ruc: string;
  kind: string;
  series: string;
  number: number;
  digest: string | null;
}

/** The documents that are pending or in review: the file store may hold later files of them. */
export async function pendingDocuments(db: Db): Promise<(PendingDocument & { id: number })[]> {
  const { rows } = await poolOf(db).query<PendingDocument & { id: string }>(
    `SELECT d.id::text, b.ruc, d.kind, d.series, d.number, o.digest FROM emissions e
      JOIN documents d ON d.id = e.document_id JOIN businesses b ON b.id = d.business_id
      LEFT JOIN outcomes o ON o.document_id = d.id ORDER BY d.id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * The ids from which the journal is read on: of the newest document that the restored database had,
 * and of the oldest pending one. Documents that a rebuild wrote do not count, because it may have
 * failed to write older ones, as those of a business that did not exist; nor do documents that were
 * issued before the loss was found.
 * @param found what was missing
 */
export async function knownUntil(
  db: Db,
  found: Restoration['found'],
): Promise<{ newest: number | null; oldestPending: number | null }> {
  // counted, because of an EXISTS PostgreSQL may read all attempts before the first document
  const { rows } = await poolOf(db).query<{ newest: string | null; pending: string | null }>(
    `SELECT (SELECT d.id FROM documents d
        WHERE d.id < $1 AND (SELECT count(*) FROM attempts a
          WHERE a.document_id = d.id AND a.step = 'resumed' AND a.worker = '${REBUILDER}') = 0
        ORDER BY d.id DESC LIMIT 1)::text AS newest,
      (SELECT min(document_id) FROM emissions)::text AS pending`,
    [Math.min(...found.ids, Number.MAX_SAFE_INTEGER)],
  );
  const number = (text: string | null | undefined) => (text == null ? null : Number(text));
  return { newest: number(rows[0]?.newest), oldestPending: number(rows[0]?.pending) };
}

/** What the database has of a document; of one without a row its names are empty. */
export interface FoundDocument {
  /**
   * Missing, written or continued by an earlier rebuild of this restoration, or known without one,
   * as those of a detached month, which are in the archive alone.
   */
  is: 'missing' | 'rebuilt' | 'resumed' | 'known';
  environment: string;
  series: string;
  number: number;
  signed: boolean;
  settled: boolean;
}

/** As `missing_documents` says it: a month is detached only when its bundles have all of it. */
const IS_DETACHED = `EXISTS (SELECT FROM document_months m
  WHERE m.detached_at IS NOT NULL AND t.id >= m.from_id AND t.id < m.to_id)`;

/** Looks documents up by their ids. */
export async function findDocuments(
  db: Db,
  { begunAt }: Pick<Restoration, 'begunAt'>,
  ids: readonly number[],
): Promise<Map<number, FoundDocument>> {
  const { rows } = await poolOf(db).query<FoundDocument & { id: string }>(
    `SELECT t.id::text, coalesce(d.environment, '') AS environment,
        coalesce(d.series, '') AS series, coalesce(d.number, 0) AS number,
        o.digest IS NOT NULL AS signed, o.state IS NOT NULL AS settled,
        CASE WHEN d.id IS NULL AND NOT ${IS_DETACHED} THEN 'missing' WHEN n.whole THEN 'rebuilt'
          WHEN NOT n.whole THEN 'resumed' ELSE 'known' END AS is
      FROM unnest($1::bigint[]) AS t (id)
      LEFT JOIN documents d ON d.id = t.id
      LEFT JOIN outcomes o ON o.document_id = d.id
      LEFT JOIN LATERAL (SELECT bool_or(a.step = 'resumed') AS whole FROM attempts a
        WHERE a.document_id = d.id AND a.worker = '${REBUILDER}' AND a.at >= $2) AS n ON true`,
    [ids, begunAt],
  );
  return new Map(rows.map(({ id, ...row }) => [Number(id), row]));
}
