/** Tests issuing after the server's clock stepped back, when an id may come a second time. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, dropDatabase } from '../../../../test/support/databases.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { createIssuance, type Issuance } from './issuance.js';

let url: string;
let db: TestDb;
let issuance: Issuance;
beforeAll(async () => {
  url = await createDatabase();
  db = createTestDb(url);
  issuance = createIssuance(db);
  await db.pool.query(REPEATING);
});
afterAll(async () => {
  await issuance.close();
  await db.close();
  await dropDatabase(url);
});

/** Makes the first call of document_id give the latest id again, and the others a new one. */
const REPEATING = `
  CREATE SEQUENCE calls;
  ALTER FUNCTION document_id() RENAME TO new_id;
  CREATE FUNCTION document_id() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $$
    SELECT coalesce(CASE nextval('calls') WHEN 1 THEN (SELECT max(id) FROM documents) END, new_id())
  $$`;

test.each([
  ['a document with the next number', [{}]],
  ['a document whose number the caller chose', [{ number: 7 }]],
  ['a batch', [{}, { number: 7 }, {}]],
])('the id of a settled document is not given again: %s', async (_, changes) => {
  const first = await issuance.issue(aDocument((await aBusiness(db, 'B001')).id));
  expect(first.is).toBe('issued');
  await db.pool.query('DELETE FROM emissions; ALTER SEQUENCE calls RESTART');
  const { id } = await aBusiness(db, 'B001');
  const sales = changes.map((change) => aDocument(id, change));
  const issued = await Promise.all(sales.map((sale) => issuance.issue(sale)));
  const { rows } = await db.pool.query(
    'SELECT id::float8, reference FROM documents WHERE business_id = $1',
    [id],
  );
  expect(issued.map(({ is }) => is)).toEqual(sales.map(() => 'issued'));
  expect(new Map(rows.map((row) => [row.reference, row.id]))).toEqual(
    new Map(sales.map(({ reference }, place) => [reference, (issued[place] as { id: number }).id])),
  );
});
