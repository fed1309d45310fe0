/**
 * Tries the row security of every table that holds rows of businesses: the role of the API reads
 * and writes the rows of the businesses that its transaction names, and the other roles read all.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { GROUPS, ONE_BUSINESS, PROGRAMS, roleOf, TABLES } from '../../prisma/privileges.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';
import { aRow, documentOf, relaxed } from './anyRows.js';

const [A, B] = [1, 2];
const SECURED = Object.keys(TABLES).filter((table) => TABLES[table]?.rows);

let servers: OwnServers;
let owner: pg.Client;
const connections = new Map<string, pg.Client>();

beforeAll(async () => {
  servers = await ownServers();
  owner = await connect(servers.databaseUrl);
  await relaxed(owner);
  for (const business of [A, B])
    for (const table of SECURED) await owner.query(await aRow(owner, table, business));
  for (const role of PROGRAMS)
    connections.set(role, await connect(programUrl(servers.databaseUrl, role)));
});
afterAll(async () => {
  for (const client of [owner, ...connections.values()]) await client.end();
  await servers.drop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Runs a statement for businesses; nothing of it remains. @returns its result or its SQLSTATE */
async function acting(role: string, businesses: number[], statement: string) {
  const client = connections.get(role) as pg.Client;
  await client.query('BEGIN');
  try {
    const named = `{${businesses.join(',')}}`;
    await client.query("SELECT set_config('rafaga.businesses', $1, true)", [named]);
    return await client.query(statement);
  } catch (error) {
    return (error as pg.DatabaseError).code;
  } finally {
    await client.query('ROLLBACK');
  }
}

const grants = (role: string, verb: string) =>
  SECURED.filter((table) => TABLES[table]?.[role]?.includes(verb));

async function seen(role: string, table: string, businesses: number[]): Promise<unknown> {
  const statement = `SELECT count(*)::int FROM ${pg.escapeIdentifier(table)}`;
  const result = await acting(role, businesses, statement);
  return typeof result === 'object' ? result.rows[0]?.count : result;
}

test('every table with rows of businesses has row security, but for those named', async () => {
  const { rows } = await owner.query(
    `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relrowsecurity
        AND a.attname IN ('business_id', 'document_id') ORDER BY 1`,
  );
  const named = Object.keys(TABLES).filter((table) => TABLES[table]?.rows === null);
  expect(rows.map(({ name }) => name)).toEqual(named.sort());
});

describe.each(ONE_BUSINESS)('as %s', (role) => {
  test.each(grants(role, 'SELECT'))('%s shows the rows of the named businesses', async (table) => {
    const found = [];
    for (const named of [[], [A], [B], [A, B], [3]]) found.push(await seen(role, table, named));
    expect(found).toEqual([0, 1, 1, 2, 0]);
  });

  test('a connection shows nothing before and after a transaction that named one', async () => {
    const client = connections.get(role) as pg.Client;
    const count = async () => (await client.query('SELECT id FROM businesses')).rowCount;
    const before = await count();
    await acting(role, [A], 'SELECT 1');
    expect([before, await count()]).toEqual([0, 0]);
  });

  test.each(grants(role, 'INSERT'))('%s takes no row of another business', async (table) => {
    const row = await aRow(owner, table, B);
    expect(await acting(role, [A], row)).toBe('42501');
    expect(await acting(role, [], row)).toBe('42501');
    // the same row, which exists, passes the row security
    expect(await acting(role, [B], row)).not.toBe('42501');
  });

  test.each(grants(role, 'UPDATE'))('%s keeps its rows with their business', async (table) => {
    const { rows } = TABLES[table] as { rows: string };
    const [column, value] = rows === 'document' ? ['document_id', documentOf(B)] : [rows, B];
    const moved = `UPDATE ${pg.escapeIdentifier(table)} SET ${column} = ${value}`;
    expect(await acting(role, [A], moved)).toBe('42501');
  });

  test.each(grants(role, 'DELETE'))('%s loses the rows of the named business', async (table) => {
    const result = await acting(role, [A], `DELETE FROM ${pg.escapeIdentifier(table)}`);
    expect(result).toMatchObject({ rowCount: 1 });
  });
});

describe.each(PROGRAMS.filter((role) => !ONE_BUSINESS.includes(role)))('as %s', (role) => {
  test.each(grants(role, 'SELECT'))('%s shows the rows of every business', async (table) => {
    expect(await seen(role, table, [])).toBe(2);
  });
});

test.each([...GROUPS, ...PROGRAMS.filter((role) => !ONE_BUSINESS.includes(role))])(
  'as %s row security adds nothing to a plan',
  async (role) => {
    await owner.query(`SET ROLE ${roleOf(role)}`);
    const plans: string[] = [];
    for (const table of grants(role, 'SELECT')) {
      const text = `EXPLAIN (COSTS OFF) SELECT 1 FROM ${pg.escapeIdentifier(table)}`;
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(text);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    }
    await owner.query('RESET ROLE');
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /Filter|SubPlan|InitPlan/.test(line))).toEqual([]);
  },
);
