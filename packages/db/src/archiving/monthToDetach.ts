/** The conditions for detaching a month: its bundles have all of its documents as they are now. */
import { type Db, poolOf } from '../db.js';
import { versionOf } from './documentsToArchive.js';
import type { Month } from './month.js';
import { readMonth } from './readMonth.js';

/** Finds a month by its partitions. The first one also has every earlier document. */
export async function findDocumentMonth(db: Db, name: string): Promise<Month | undefined> {
  const { rows } = await poolOf(db).query<{ from: string; before: string }>({
    name: 'find_document_month',
    text: 'SELECT from_id AS "from", to_id AS before FROM document_months WHERE month = $1',
    values: [name],
  });
  return rows[0] && { name, from: Number(rows[0].from), before: Number(rows[0].before) };
}

export interface MonthChanges {
  /** How many documents have changed since they were archived, for example by a late CDR. */
  changed: number;
  /** The rows of the timeline at that moment, for `detachMonth`: a change afterwards adds one. */
  attempts: number;
}

export async function countChanged(db: Db, { from, before }: Month): Promise<MonthChanges> {
  const rows = await readMonth<{ changed: number; attempts: string }>(
    db,
    `SELECT count(*)::int AS changed, (SELECT count(*) FROM attempts t
        WHERE t.document_id >= $1 AND t.document_id < $2)::text AS attempts
      FROM archived_documents a
      WHERE a.document_id >= $1 AND a.document_id < $2
        -- those of a month that was detached before are in their bundles alone
        AND EXISTS (SELECT FROM documents d WHERE d.id = a.document_id)
        AND a.version IS DISTINCT FROM ${versionOf('a.document_id')}`,
    [from, before],
  );
  return { changed: rows[0]?.changed ?? 0, attempts: Number(rows[0]?.attempts) };
}

/** Counts, for each bundle, the documents of the month that are read from it. */
export async function bundlesOf(db: Db, { from, before }: Month): Promise<Map<string, number>> {
  const rows = await readMonth<{ key: string; documents: number }>(
    db,
    `SELECT b.object_key AS key, count(*)::int AS documents
      FROM archived_documents a JOIN archive_bundles b ON b.id = a.bundle_id
      WHERE a.document_id >= $1 AND a.document_id < $2 GROUP BY b.object_key`,
    [from, before],
  );
  return new Map(rows.map(({ key, documents }) => [key, documents]));
}
