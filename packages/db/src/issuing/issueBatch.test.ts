/** Tests what a call of issue_batch reads. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument, url } from '../../testing/aDocument.js';
import { createTestDb } from '../../testing/connections.js';
import { withIndexPlans } from '../exchange/indexPlans.js';
import { issueBatch } from './issueBatch.js';
import type { NewDocument } from './newDocument.js';

const db = aDb();
const indexed = createTestDb(withIndexPlans(url()), { max: 1 });
afterAll(() => Promise.all([db.close(), indexed.close()]));

const queued = (document: NewDocument) => ({
  document,
  size: 0,
  queuedAt: 0,
  resolve: () => undefined,
  reject: () => undefined,
});

/** Rows of series that the present transaction has read through indexes or without. */
const READ = `
  SELECT (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int AS rows
  FROM pg_stat_xact_user_tables WHERE relname = 'series'`;

test('a batch reads its own series, of all that the businesses have', async () => {
  const businesses = [];
  for (let made = 0; made < 8; made += 1) businesses.push(await aBusiness(db, 'B001'));
  await db.pool.query(
    `INSERT INTO series (business_id, environment, kind, code)
      SELECT business_id, environment, kind, 'B0' || lpad(n::text, 2, '0')
        FROM series, generate_series(2, 40) n WHERE business_id = ANY ($1)`,
    [businesses.map(({ id }) => id)],
  );
  await db.pool.query('ANALYZE series, businesses');
  const [first, second] = businesses.map(({ id }) => id) as [number, number];
  const batch = [aDocument(first), aDocument(second), aDocument(second, { series: 'B002' })];
  const client = await indexed.pool.connect();
  try {
    await client.query('BEGIN');
    const times = { lockMs: 1000, withinMs: 4000 };
    const { rows } = await issueBatch(client, batch.map(queued), times);
    expect(rows.map(({ result, number }) => [result, number])).toEqual(
      batch.map(() => ['issued', 1]),
    );
    const read = await client.query<{ rows: number }>(READ);
    // to lock each and to count it up
    expect(read.rows[0]?.rows).toBe(2 * batch.length);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
