/** Tests how long the traces of documents are kept. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aDb } from '../../testing/aDocument.js';
import type { TestDb } from '../../testing/connections.js';
import { deleteOldTraces, findTraceparents } from './documentTraces.js';

let db: TestDb;
beforeAll(async () => {
  db = aDb();
  // what an earlier run kept may be old by now
  await deleteOldTraces(db);
});
afterAll(() => db.close());

/** An earlier run has left the one that it kept. */
const trace = async (daysAgo: number, place: number): Promise<number> => {
  const { rows } = await db.pool.query<{ id: string }>(
    `INSERT INTO document_traces (document_id, traceparent)
      VALUES (first_document_id(current_date - $1::int) + $2, 'a')
      ON CONFLICT (document_id) DO UPDATE SET traceparent = 'a' RETURNING document_id AS id`,
    [daysAgo, place],
  );
  return Number(rows[0]?.id);
};

test('traces older than sixty days are deleted in portions, the oldest first', async () => {
  const old = await Promise.all([100, 90, 80].map(trace));
  const kept = await trace(50, 4);
  const left = async () => [...(await findTraceparents(db, [...old, kept])).keys()].sort();
  expect(await deleteOldTraces(db, 2)).toBe(true);
  expect(await left()).toEqual([old[2], kept]);
  expect(await deleteOldTraces(db, 2)).toBe(false);
  expect(await left()).toEqual([kept]);
});
