/**
 * Plans every statement in the sources of the programs over a filled database, also those that no
 * test runs, with everything turned off that reads a whole table: what still does has no index.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { PROGRAMS } from '../../prisma/privileges.mjs';
import { fillDataset } from '../bench/tools/dataset.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';
import { fewestOf, readStatements } from './needs/statements.mjs';

/** Tables that have a row for each document or call, or more, and that the dataset fills. */
const GROWING = new Set([
  ...['documents', 'references', 'outcomes', 'emissions', 'attempts', 'files', 'audit'],
  ...['refused_requests', 'clients', 'document_search'],
]);

let servers: OwnServers;
let client: pg.Client;
/** Tables and partitions with rows: an empty month may be read as a whole. */
let filled: Set<string>;
beforeAll(async () => {
  servers = await ownServers();
  await fillDataset(servers.databaseUrl, { documents: 30_000, businesses: 20, stuckEvery: 20 });
  client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT relname FROM pg_class WHERE reltuples > 0');
  filled = new Set(rows.map(({ relname }) => relname));
  for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
    await client.query(`SET enable_${way} = off`);
}, 180_000);
afterAll(async () => {
  await client.end();
  await servers.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'TID Cond'?: string;
  Plans?: Plan[];
}

/** Statements that read all of a table, or of a small index of it, and why they may. */
const WHOLE: readonly RegExp[] = [
  // a part of others, which add their condition
  /AND r\.key = d\.reference$/,
  // a restoration asks for each open document, and the alarm counts them by deadline
  /FROM emissions e JOIN documents d .* LEFT JOIN outcomes o ON .* ORDER BY d\.id$/,
  /FROM emissions WHERE deadline <= \(now\(\)/,
  // an index has those in review, which are few
  /review_reason = 'unproven'/,
  // what was restored is counted
  /^SELECT pg_database_size\(/,
];

/** These read all of what is below them before they give a first row. */
const READS_ALL = /^(Sort|Aggregate|Hash|WindowAgg|Materialize|Group)$/;

/** The growing tables that a plan reads without a key and without a limit. */
function readWhole(plan: Plan, limited = false): string[] {
  const relation = plan['Relation Name'] ?? '';
  const table = filled.has(relation) ? relation.replace(/_\d{4}_\d\d$/, '') : '';
  const key = plan['Index Cond'] ?? plan['Recheck Cond'] ?? plan['TID Cond'];
  const whole = GROWING.has(table) && plan['Node Type'].endsWith('Scan') && !key && !limited;
  const type = plan['Node Type'];
  const below = type === 'Limit' || (limited && !READS_ALL.test(type));
  return [
    ...(whole ? [table] : []),
    ...(plan.Plans ?? []).flatMap((part) => readWhole(part, below)),
  ];
}

const statementsOf = readStatements();
const met = new Set<RegExp>();

test.each(PROGRAMS)('%s reads growing tables by keys', async (program) => {
  const whole: string[] = [];
  let plans = 0;
  for (const text of statementsOf(program)) {
    const planned = await client
      .query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      .catch(() => undefined);
    if (!planned) continue;
    plans += 1;
    const tables = readWhole(planned.rows[0]['QUERY PLAN'][0].Plan);
    const line = text.trim().replace(/\s+/g, ' ');
    if (tables.length === 0) continue;
    const reason = WHOLE.find((known) => known.test(line));
    if (reason) met.add(reason);
    else whole.push(`${[...new Set(tables)].join()}: ${line}`);
  }
  expect(plans).toBeGreaterThanOrEqual(fewestOf(program));
  expect(whole).toEqual([]);
});

test('every exception is needed', () => {
  expect(WHOLE.filter((known) => !met.has(known))).toEqual([]);
});
