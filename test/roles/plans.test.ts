/**
 * Runs the statements of the API as its role among many rows of one business: with row security
 * each still reads only the rows that its keys name.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addCountedCalls,
  currentDesign,
  type Db,
  decidedAmong,
  findCredentials,
  findDecidedRecordJson,
  findDocument,
  findDownload,
  findRecord,
  findStoredDownload,
  lastNumbers,
  recordFile,
  rucsOf,
  saveRefusedRequests,
} from '@rafaga/db';
import pg from 'pg';
import { lookUpReference } from '../../packages/db/src/issuing/references.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { mostRead, type Plan } from '../support/planRows.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { aRow, relaxed } from './anyRows.js';

const ROWS = 20_000;
/** More rows than a statement reads that uses its keys. */
const MANY = 100;
const SECURED = ['businesses', 'series', 'certificates', 'accesses', 'designs'];

/** A row for each number n: of a document, its references and files, and of the request log. */
const GROWING = [
  `INSERT INTO documents (id, business_id, kind, series, number, reference, issue_date, currency,
      client_document_type, client_document, client_name, total, sale, totals, answer, request_id,
      environment)
    SELECT n, 1, 'boleta', 'B001', n, 'r' || n, '2026-11-22', 'PEN', '1', '1', 'x', 1, '{}', '{}',
      '', 'q', 'beta' FROM n`,
  `INSERT INTO "references" (business_id, key, hash, document_id)
    SELECT 1, 'r' || n, '', n FROM n`,
  `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
    SELECT n, kind, '', 1, 'k' FROM n, unnest('{xml,cdr,pdf-a4}'::text[]) AS kind`,
  'INSERT INTO outcomes (document_id, business_id) SELECT n, 1 FROM n',
  `INSERT INTO emissions (document_id, business_id, deadline, destination)
    SELECT n, 1, '2026-11-30', 'x' FROM n`,
  `INSERT INTO credentials (business_id, name, api_key, secret_hash)
    SELECT 1, 'x', 'k' || n, '' FROM n`,
];

let servers: OwnServers;
let owner: pg.Client;
let api: pg.Client;
beforeAll(async () => {
  servers = await ownServers();
  owner = await connect(servers.databaseUrl);
  await relaxed(owner);
  for (const table of SECURED) await owner.query(await aRow(owner, table, 1));
  for (const insert of GROWING)
    await owner.query(`WITH n AS (SELECT n FROM generate_series(1, ${ROWS}) AS n) ${insert}`);
  await owner.query('ANALYZE');
  api = await connect(programUrl(servers.databaseUrl, 'api'));
});
afterAll(async () => {
  for (const client of [owner, api]) await client?.end();
  await servers.drop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const at = new Date('2026-11-22T10:00:00Z');
const refused = { businessId: 1, credentialId: 1, at, call: 'POST /v1/boletas', status: 422 };
const counted = { businessId: 1, credentialId: 1, hour: at, address: '', unproven: 1 };
const STATEMENTS: Record<string, (db: Db) => Promise<unknown>> = {
  findCredentials: (db) => findCredentials(db, ['k7', 'k8']),
  findDocument: (db) => findDocument(db, 1, 'boleta', 7),
  decidedAmong: (db) => decidedAmong(db, [7, 8, 9], [1]),
  findRecord: (db) => findRecord(db, 1, 'boleta', 7),
  findDecidedRecordJson: (db) => findDecidedRecordJson(db, 1, 'boleta', 7),
  findStoredDownload: (db) => findStoredDownload(db, 1, 'boleta', 7, 'xml'),
  findDownload: (db) => findDownload(db, 1, 'boleta', 7, 'xml'),
  lookUpReference: (db) => lookUpReference(db, 1, 'r7', Buffer.alloc(0)),
  recordFile: (db) =>
    recordFile(
      db,
      { id: 7, businessId: 1 },
      { kind: 'pdf-ticket-58', sha256: Buffer.alloc(32), bytes: 1, objectKey: 'k' },
    ),
  lastNumbers: (db) => lastNumbers(db, 1, ['B001']),
  currentDesign: (db) => currentDesign(db, 1),
  rucsOf: (db) => rucsOf(db, [1]),
  saveRefusedRequests: (db) =>
    saveRefusedRequests(db, [
      { ...refused, code: 'c', fields: ['f'], reference: null, requestId: 'q', tookMs: 1 },
    ]),
  addCountedCalls: (db) => addCountedCalls(db, [{ ...counted, overLimit: 0, lastAt: at }]),
};

interface Asked {
  text: string;
  values: unknown[];
}

/** The first statement that a function would run; it gets no row. */
async function statementOf(ask: (db: Db) => Promise<unknown>): Promise<Asked> {
  const asked: Asked[] = [];
  const query = async (first: Asked | string, values: unknown[] = []) => {
    asked.push(typeof first === 'string' ? { text: first, values } : first);
    return { rows: [], rowCount: 1 };
  };
  await ask({ pool: { query } } as unknown as Db);
  return asked[0] as Asked;
}

/** A value as a literal without a type, which PostgreSQL reads as the parameter's. */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`);
  return pg.escapeLiteral(text(value));
}
const text = (value: unknown): string =>
  Buffer.isBuffer(value)
    ? `\\x${value.toString('hex')}`
    : value instanceof Date
      ? value.toISOString()
      : String(value);
const element = (value: unknown) => (value === null ? 'NULL' : JSON.stringify(text(value)));

test.each(
  Object.keys(STATEMENTS).flatMap((name) => [
    [name, 'custom'],
    [name, 'generic'],
  ]),
)('%s reads by its keys with a %s plan', async (name, kind) => {
  const asked = await statementOf(STATEMENTS[name] as (db: Db) => Promise<unknown>);
  await api.query(`SET plan_cache_mode = force_${kind}_plan`);
  await api.query(`PREPARE asked AS ${asked.text}`);
  await api.query('BEGIN');
  const run = `EXECUTE asked (${asked.values.map(literal).join(', ')})`;
  const { rows } = await api.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${run}`);
  await api.query('ROLLBACK');
  await api.query('DEALLOCATE asked');
  const { Plan: plan } = rows[0]['QUERY PLAN'][0] as { Plan: Plan };
  expect(JSON.stringify(plan)).toContain('One-Time Filter');
  expect(mostRead(plan)).toBeLessThan(MANY);
});
