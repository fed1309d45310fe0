/** Issues in a month that is over, so that it can be archived. */
import { fillDocumentSearch } from '@rafaga/db';
import { limaInstant } from '@rafaga/fiscal';
import type { TestDb } from '../../packages/db/testing/connections.js';
import { waitFor } from './waitFor.js';

/**
 * Makes the database draw ids as it did in the middle of its first month.
 * @returns that month, as 'YYYY-MM'
 */
export async function issueInThePast(db: TestDb): Promise<string> {
  const month = await beginEarlier(db);
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT pg_get_functiondef('document_id'::regproc) AS text`,
  );
  const ago = `interval '${Math.round(agoOf(month) / 1_000)} s'`;
  await db.pool.query(
    (rows[0]?.text ?? '').replace('clock_timestamp()', `(clock_timestamp() - ${ago})`),
  );
  return month;
}

/** How many milliseconds ago the middle of a month was. */
export const agoOf = (month: string): number => Date.now() - limaInstant(`${month}-15`).getTime();

/**
 * Makes the first month of a new database the one before: the last month, which it would be, is
 * not over on the first day of the present one, because a month is closed a day after its end.
 * @returns the first month, which also has everything before it
 */
export async function beginEarlier({ pool }: TestDb): Promise<string> {
  const { rows } = await pool.query<{ first: string; earlier: string; ends: string }>(
    `SELECT month AS first, first_document_id(day) AS ends,
        to_char(day - interval '1 month', 'YYYY-MM') AS earlier
      FROM document_months, to_date(month, 'YYYY-MM') AS day ORDER BY month LIMIT 1`,
  );
  const { first, earlier, ends } = rows[0] as { first: string; earlier: string; ends: string };
  const suffix = (month: string) => month.replace('-', '_');
  const moves = ['documents', 'outcomes', 'attempts', 'files'].map((table) => {
    const partition = `partitions.${table}_${suffix(earlier)}`;
    return `ALTER TABLE ${table} DETACH PARTITION partitions.${table}_${suffix(first)};
      ALTER TABLE partitions.${table}_${suffix(first)} RENAME TO ${table}_${suffix(earlier)};
      ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM (MINVALUE) TO (${ends});`;
  });
  await pool.query(`${moves.join('')}
    UPDATE document_months SET month = '${earlier}', to_id = ${ends} WHERE month = '${first}';
    SELECT make_document_month('${first}-01')`);
  return earlier;
}

/** Waits until the search index, by which documents are archived, has all of them. */
export const searchable = (db: TestDb) =>
  waitFor('the search index to have every document', async () => {
    await fillDocumentSearch(db, 1_000);
    const { rowCount } = await db.pool.query(
      `SELECT FROM documents d
        WHERE NOT EXISTS (SELECT FROM document_search WHERE document_id = d.id)`,
    );
    return rowCount === 0;
  });
