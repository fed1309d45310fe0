/** Tests that the statements of a worker read growing tables only through keys. */
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { aDocument } from '../../testing/aDocument.js';
import type { TestDb } from '../../testing/connections.js';
import { documentLogFields } from '../documents/documentLogFields.js';
import { deleteOldTraces, findTraceparents } from '../documents/documentTraces.js';
import { issueBatch } from '../issuing/issueBatch.js';
import { claim } from './claim.js';
import { LeaseLost } from './fence.js';
import { withIndexPlans } from './indexPlans.js';
import { markSigned } from './markSigned.js';
import { settle } from './settle.js';
import { takeDueDocuments, takeUnsignedDocuments } from './sweep.js';
import { waitUntil } from './waitUntil.js';

const client = new pg.Client({
  connectionString: withIndexPlans(process.env.DATABASE_URL as string),
});
const connected = client.connect();
afterAll(() => client.end());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Plan[];
}

/** The statement that a function would run; none is run. */
async function statementOf(ask: (db: TestDb) => Promise<unknown>): Promise<string> {
  let text = '';
  const query = async (asked: { text: string }) => {
    text = asked.text;
    return { rows: [], rowCount: 0 };
  };
  await ask({ pool: { query } } as unknown as TestDb).catch((error) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
  return text;
}

const fence = { documentId: 1, businessId: 1, epoch: 1, attempt: 1, worker: 'w' };
const file = { sha256: Buffer.alloc(32), bytes: 1, objectKey: 'k' };
const TRACED = [
  {
    document: { ...aDocument(1), traceparent: '00-a-b-01' },
    size: 0,
    queuedAt: 0,
    resolve: () => undefined,
    reject: () => undefined,
  },
];
const TIMES = { lockMs: 1, withinMs: 1 };
const STATEMENTS: Record<string, (db: TestDb) => Promise<unknown>> = {
  claim: (db) => claim(db, 1, 'w'),
  claimTraced: (db) => claim({ ...db, onBatch: () => undefined } as TestDb, 1, 'w'),
  markSigned: (db) =>
    markSigned(
      db,
      fence,
      {
        issuer: { ruc: '20123456786', legalName: 'x' },
        digest: 'd',
        qr: 'q',
        xml: file,
        zip: file,
        tookMs: 1,
      },
      { sending: true },
    ),
  waitUntil: (db) => waitUntil(db, fence, { delayMs: 1, class: 'unknown' }),
  settle: (db) =>
    settle(db, fence, {
      state: 'accepted',
      evidence: 'cdr',
      code: '0',
      description: '',
      notes: [],
      tookMs: 1,
    }),
  takeDue: (db) => takeDueDocuments(db, 1),
  takeUnsigned: (db) => takeUnsignedDocuments(db, 1),
  findTraceparents: (db) => findTraceparents(db, [1]),
  deleteOldTraces: (db) => deleteOldTraces(db),
  documentLogFields: (db) => documentLogFields(db, 1),
  issueTraced: (db) => issueBatch(db.pool as unknown as pg.PoolClient, TRACED, TIMES),
};

/** Tables that have a row for each document, or more. */
const GROWING = [...['documents', 'emissions', 'outcomes', 'attempts', 'files'], 'document_traces'];
/** What they read is read by a function. */
const WITHOUT_READS = ['issueTraced'];

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
const KEY = /\b(document_id|id)\b/;

/** The scans of growing tables without a key, as texts. */
function readWhole(name: string, plan: Plan): string[] {
  const reads = nodes(plan).filter(
    (node) => node['Node Type'].endsWith('Scan') && GROWING.includes(node['Relation Name'] ?? ''),
  );
  expect([name, reads.length > 0]).toEqual([name, !WITHOUT_READS.includes(name)]);
  const whole = reads.filter((read) => !KEY.test(read['Index Cond'] ?? read['Recheck Cond'] ?? ''));
  return whole.map((read) => `${read['Node Type']} of ${read['Relation Name']}`);
}

// a connection keeps a plan that it made over a small table, where a full scan is as cheap
test.each([
  ['new', ''],
  [
    'nearly empty',
    `INSERT INTO emissions (document_id, business_id, destination, deadline)
      VALUES (1, 1, 'beta', now()); ANALYZE emissions`,
  ],
])('over tables that are %s, every statement of a worker uses keys', async (_, fill) => {
  await connected;
  await client.query('BEGIN; CREATE SCHEMA plans; SET LOCAL search_path TO plans, public');
  try {
    for (const table of GROWING)
      await client.query(`CREATE TABLE plans.${table} (LIKE public.${table} INCLUDING ALL)`);
    await client.query(fill);
    const whole: Record<string, string[]> = {};
    for (const [name, ask] of Object.entries(STATEMENTS)) {
      const { rows } = await client.query(
        `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${await statementOf(ask)}`,
      );
      whole[name] = readWhole(name, rows[0]['QUERY PLAN'][0].Plan);
    }
    // the first business with a pending document is the first row of an index
    expect(whole).toEqual({
      claim: [],
      markSigned: [],
      waitUntil: [],
      settle: [],
      takeDue: ['Index Only Scan of emissions'],
      takeUnsigned: ['Index Only Scan of emissions'],
      claimTraced: [],
      findTraceparents: [],
      deleteOldTraces: [],
      documentLogFields: [],
      issueTraced: [],
    });
  } finally {
    await client.query('ROLLBACK');
  }
});
