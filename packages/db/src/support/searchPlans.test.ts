/**
 * A search for a number looks it up for the businesses that have come so far, and not in every
 * month of every business.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import type { TestDb } from '../../testing/connections.js';
import { EVERY_BUSINESS } from '../scope.js';
import { searchDocuments } from './searchDocuments.js';

const BUSINESSES = 500;

let own: OwnServers;
let client: pg.Client;
beforeAll(async () => {
  own = await ownServers();
  client = new pg.Client({ connectionString: own.databaseUrl });
  await client.connect();
  await client.query(`
    SET session_replication_role = replica;
    INSERT INTO businesses (ruc, legal_name)
    SELECT '20' || lpad((500000000 + n)::text, 9, '0'), 'x'
    FROM generate_series(1, ${BUSINESSES}) AS n;
    INSERT INTO series (business_id, environment, kind, code, last_number)
    SELECT id, environment, 'boleta', 'B001', CASE WHEN id % 100 = 7 THEN 700 ELSE 12 END
    FROM businesses;
    INSERT INTO documents (id, business_id, environment, kind, series, number, reference,
      issue_date, currency, client_document_type, client_document, client_name, total, sale,
      totals, answer, request_id)
    SELECT s.business_id * 1000 + n, s.business_id, s.environment, 'boleta', 'B001', n, 'r' || n,
      current_date, 'PEN', '1', '1', 'x', 1, '{}', '{}', '', 'q'
    FROM series s, generate_series(1, 700) AS n
    WHERE n = s.last_number OR (n = 471 AND s.last_number = 700);
    INSERT INTO "references" (business_id, key, hash, document_id)
    SELECT business_id, reference, sha256('x'), id FROM documents;
    ANALYZE`);
});
afterAll(async () => {
  await client.end();
  await own.drop();
});

interface Plan {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** How often a table of documents was looked into. */
const lookups = (plan: Plan): number =>
  (plan['Relation Name']?.startsWith('documents_') ? plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + lookups(part), 0);

interface Statement {
  text: string;
  values: unknown[];
}

/** The documents that a search finds, and how often it looked into a table of documents. */
async function searched(text: string): Promise<{ found: number; looked: number }> {
  let looked = 0;
  const query = async ({ text: statement, values }: Statement) => {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values);
    looked += lookups(rows[0]['QUERY PLAN'][0].Plan);
    return client.query(statement, values);
  };
  const db = { pool: { query } } as unknown as TestDb;
  const { length: found } = await searchDocuments(db, text, {
    scope: EVERY_BUSINESS,
    clients: false,
  });
  return { found, looked };
}

test.each(['force_custom_plan', 'force_generic_plan'])('with %s', async (mode) => {
  await client.query(`SET plan_cache_mode = ${mode}`);
  const { rows } = await client.query<{ tables: number }>(
    `SELECT count(*)::int AS tables FROM pg_inherits WHERE inhparent = 'documents'::regclass`,
  );
  const tables = rows[0]?.tables ?? 0;
  // five businesses have a number as high as this one, and none has the next
  const five = await searched('B001-471');
  expect(five.found).toBe(5);
  expect(five.looked).toBeLessThanOrEqual(3 * 5 * tables);
  expect((await searched('B001-701')).looked).toBeLessThanOrEqual(2 * tables);
  const one = await searched('20500000007-B001-471');
  expect(one.found).toBe(1);
  expect(one.looked).toBeLessThanOrEqual(6 * tables);
});
