/** The conditions for detaching a month: its bundles have all of its documents as they are now. */
import { type Db, poolOf } from '../db.js';
import { MS_OF_ID } from '../statistics/documentIdTime.js';
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

/** SQL: the month in Lima in which an id was given. */
const MONTH_OF_ID = (id: string): string =>
  `to_char(to_timestamp(${MS_OF_ID(id)} / 1000.0) AT TIME ZONE 'America/Lima', 'YYYY-MM')`;

/** SQL: the months of all counted ids, the first one first. */
const MONTHS_OF = (id: string): string => {
  const month = MONTH_OF_ID(id);
  return `coalesce(array_agg(DISTINCT ${month} ORDER BY ${month}), '{}') AS months`;
};

export interface Unbundled {
  count: number;
  /** In which they were issued: the partitions of the first month have earlier ones too. */
  months: string[];
}

/** Counts the documents in the partitions of a month that are in no bundle. */
export async function countUnarchived(db: Db, { from, before }: Month): Promise<Unbundled> {
  const rows = await readMonth<Unbundled>(
    db,
    `SELECT count(*)::int AS count, ${MONTHS_OF('d.id')} FROM documents d
      WHERE d.id >= $1 AND d.id < $2
        AND NOT EXISTS (SELECT FROM archived_documents a WHERE a.document_id = d.id)`,
    [from, before],
  );
  return rows[0] ?? { count: 0, months: [] };
}

export interface MonthChanges {
  /** How many documents have changed since they were archived, for example by a late CDR. */
  changed: number;
  /** In which these were issued. */
  months: string[];
  /** The rows of the timeline at that moment, for `detachMonth`: a change afterwards adds one. */
  attempts: number;
}

export async function countChanged(db: Db, { from, before }: Month): Promise<MonthChanges> {
  const rows = await readMonth<{ changed: number; months: string[]; attempts: string }>(
    db,
    `SELECT count(*)::int AS changed, ${MONTHS_OF('a.document_id')},
        (SELECT count(*) FROM attempts t
          WHERE t.document_id >= $1 AND t.document_id < $2)::text AS attempts
      FROM archived_documents a
      WHERE a.document_id >= $1 AND a.document_id < $2
        -- those of a month that was detached before are in their bundles alone
        AND EXISTS (SELECT FROM documents d WHERE d.id = a.document_id)
        AND a.version IS DISTINCT FROM ${versionOf('a.document_id')}`,
    [from, before],
  );
  const { changed = 0, months = [], attempts } = rows[0] ?? {};
  return { changed, months, attempts: Number(attempts) };
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
