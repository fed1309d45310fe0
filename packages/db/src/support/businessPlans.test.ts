/**
 * Tests that the lists of a small business read its own documents, and not the backlog of a chain
 * beside it; and that no list reads what was decided long ago.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { mostRead } from '../../../../test/support/planRows.js';
import type { TestDb } from '../../testing/connections.js';
import { EVERY_BUSINESS } from '../scope.js';
import { filterDocuments } from './filteredDocuments.js';
import { countStuckDocuments, listStuckDocuments } from './stuckDocuments.js';

const CHAIN = 50_000;
/** More than the rows of the small business, and those of the chain that are in review. */
const FEW = 1_500;

const client = new pg.Client({ connectionString: process.env.DATABASE_URL as string });

// without foreign keys, and with the statistics of its own rows
const FILL = `
  BEGIN; CREATE SCHEMA business_plans; SET LOCAL search_path TO business_plans, public;
  CREATE TABLE emissions (LIKE public.emissions INCLUDING ALL);
  INSERT INTO emissions (document_id, business_id, destination, deadline, stage, review_reason,
    retry_class, created_at)
  SELECT n, CASE WHEN n % 10000 = 1 THEN 2 ELSE 1 END, 'beta', now(),
    CASE WHEN n % 50 = 0 OR n % 20000 = 1 THEN 'review' ELSE 'recorded' END,
    CASE WHEN n % 50 = 0 OR n % 20000 = 1 THEN 'crashes' END,
    'unreachable', now() - interval '1 hour'
  FROM generate_series(1, ${CHAIN}) AS n;
  CREATE TABLE outcomes (LIKE public.outcomes INCLUDING ALL);
  INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, settled_at,
    without_cdr)
  SELECT n, 1, '{}', '', '', now(), 'accepted', now() - interval '1 hour', true
  FROM generate_series(1, ${CHAIN}) AS n;
  ANALYZE emissions, outcomes`;

beforeAll(async () => {
  await client.connect();
  await client.query(FILL);
});
afterAll(async () => {
  await client.query('ROLLBACK');
  await client.end();
});

interface Statement {
  text: string;
  values?: unknown[];
}

/** The largest number of rows that one node of the statements of a function reads. */
async function readBy(ask: (db: TestDb) => Promise<unknown>): Promise<number> {
  let most = 0;
  const query = async (first: Statement | string, given: unknown[] = []) => {
    const { text, values = given } = typeof first === 'string' ? { text: first } : first;
    // the tables are only in the transaction that is open
    if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) return { rows: [] };
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    most = Math.max(most, mostRead(rows[0]['QUERY PLAN'][0].Plan));
    return client.query(text, values);
  };
  const connect = async () => ({ query, release: () => undefined });
  await ask({ pool: { query, connect } } as unknown as TestDb);
  return most;
}

const page = { limit: 50, newestFirst: true };
test.each<[string, (db: TestDb) => Promise<unknown>]>([
  ['stuck documents', (db) => listStuckDocuments(db, { scope: 2 })],
  ['those without a claim', (db) => listStuckDocuments(db, { scope: 2, reason: 'untouched' })],
  ['those in review', (db) => listStuckDocuments(db, { scope: 2, reason: 'review' })],
  ['their counts', (db) => countStuckDocuments(db, 2)],
  ['pending documents', (db) => filterDocuments(db, { scope: 2, state: 'open' }, page)],
])('%s of a small business are read without those of a chain', async (_, ask) => {
  expect(await readBy(ask)).toBeLessThan(FEW);
});

test('documents without CDR are read without those of long ago', async () => {
  expect(
    await readBy((db) => listStuckDocuments(db, { scope: EVERY_BUSINESS, reason: 'without_cdr' })),
  ).toBe(0);
});
