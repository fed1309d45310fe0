/** Issues in a month that is over, so that it can be archived. */
import { fillDocumentSearch } from '@rafaga/db';
import type { TestDb } from '../../packages/db/testing/connections.js';
import { waitFor } from './waitFor.js';

/**
 * Makes the database draw ids as it did two months ago.
 * @returns that month, as 'YYYY-MM'
 */
export async function issueInThePast({ pool }: TestDb): Promise<string> {
  const past = new Date();
  past.setUTCDate(15);
  past.setUTCMonth(past.getUTCMonth() - 2);
  const { rows } = await pool.query<{ text: string }>(
    `SELECT pg_get_functiondef('document_id'::regproc) AS text`,
  );
  const ago = Math.round((Date.now() - past.getTime()) / 1_000);
  await pool.query(
    (rows[0]?.text ?? '').replace('clock_timestamp()', `(clock_timestamp() - interval '${ago} s')`),
  );
  return past.toISOString().slice(0, 7);
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
