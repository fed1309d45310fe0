/**
 * Tries every statement on every table as each program, over its own connection, and what a program
 * could use to get more rights. What is allowed is what prisma/privileges.mjs says.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { PROGRAMS, TABLES } from '../../prisma/privileges.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let columns: Map<string, string[]>;
const connections = new Map<string, pg.Client>();

beforeAll(async () => {
  servers = await ownServers();
  for (const role of PROGRAMS) {
    const url = programUrl(servers.databaseUrl, role);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    connections.set(role, client);
  }
  columns = await columnsOf(servers.databaseUrl);
});
afterAll(async () => {
  for (const client of connections.values()) await client.end();
  await servers.drop();
});

async function columnsOf(url: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped GROUP BY c.relname`,
  );
  await client.end();
  return new Map(rows.map((row) => [row.name, row.columns]));
}

/** That of Prisma is made by its migrations alone. */
const NAMES = Object.keys(TABLES).filter((name) => name !== '_prisma_migrations');
const FORBIDDEN = '42501';

/** @returns whether PostgreSQL refuses it for want of a privilege; nothing of it remains */
async function isRefused(role: string, statement: string): Promise<boolean> {
  const client = connections.get(role) as pg.Client;
  await client.query('BEGIN');
  try {
    await client.query(statement);
    return false;
  } catch (error) {
    return (error as pg.DatabaseError).code === FORBIDDEN;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** The privileges that the table names, as `SELECT`, `UPDATE` or `UPDATE (column)`. */
function isGranted(role: string, table: string, verb: string, column?: string): boolean {
  const text = TABLES[table]?.[role] ?? '';
  const found = new RegExp(`\\b${verb}\\b(?: \\(([^)]*)\\))?`).exec(text);
  if (!found) return false;
  return found[1] === undefined || (column !== undefined && found[1].split(', ').includes(column));
}

const quoted = pg.escapeIdentifier;

describe.each(PROGRAMS)('as %s', (role) => {
  test.each(NAMES)('%s is read and written as far as granted', async (table) => {
    const wrong: string[] = [];
    const expectation = async (granted: boolean, statement: string) => {
      if ((await isRefused(role, statement)) === granted) wrong.push(statement);
    };
    const name = quoted(table);
    for (const column of columns.get(table) ?? []) {
      const read = `SELECT ${quoted(column)} FROM ${name} LIMIT 0`;
      await expectation(isGranted(role, table, 'SELECT', column), read);
      const write = `UPDATE ${name} SET ${quoted(column)} = DEFAULT WHERE false`;
      await expectation(isGranted(role, table, 'UPDATE', column), write);
    }
    const insert = `INSERT INTO ${name} SELECT * FROM (SELECT 1) AS t (x) WHERE false`;
    await expectation(isGranted(role, table, 'INSERT'), insert.replace('SELECT *', 'SELECT NULL'));
    await expectation(isGranted(role, table, 'DELETE'), `DELETE FROM ${name} WHERE false`);
    expect(wrong).toEqual([]);
  });

  test.each([
    'TRUNCATE %s',
    'DROP TABLE %s',
    'ALTER TABLE %s ADD COLUMN mine int',
    'ALTER TABLE %s DISABLE TRIGGER ALL',
    'ALTER TABLE %s DISABLE ROW LEVEL SECURITY',
    'CREATE POLICY mine ON %s USING (true)',
    'CREATE TRIGGER mine BEFORE INSERT ON %s EXECUTE FUNCTION append_only()',
    'CREATE INDEX ON %s ((1))',
  ])('no table takes %s', async (statement) => {
    const taken: string[] = [];
    for (const table of NAMES) {
      const text = statement.replace('%s', quoted(table));
      if (!(await isRefused(role, text))) taken.push(text);
    }
    expect(taken).toEqual([]);
  });

  test.each([
    ['to become the owner', 'SET ROLE rafaga'],
    ['to become the role of the functions', 'SET ROLE rafaga_issuer'],
    ['to make itself superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
    ['to create a role', 'CREATE ROLE mine'],
    ['to pass on a role', 'GRANT rafaga_issuer TO rafaga_api'],
    ['to turn triggers off', 'SET session_replication_role = replica'],
    ['to log statements', "SET log_statement = 'all'"],
    ['to create a table', 'CREATE TABLE mine (id int)'],
    ['to create a temporary table', 'CREATE TEMPORARY TABLE documents (id int)'],
    ['to create a function', "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ['to create a schema', 'CREATE SCHEMA mine'],
    ['to create an extension', 'CREATE EXTENSION pgcrypto'],
    ['to run a program', "COPY (SELECT 1) TO PROGRAM 'true'"],
    ['to write a file', "COPY (SELECT 1) TO '/tmp/mine'"],
    ['to read a file', "SELECT pg_read_file('PG_VERSION')"],
    ['to list a folder', "SELECT pg_ls_dir('.')"],
    ['to import a large object', "SELECT lo_import('/etc/passwd')"],
    ['to read the passwords of roles', 'SELECT rolpassword FROM pg_authid'],
  ])('PostgreSQL refuses %s', async (_, statement) => {
    expect(await isRefused(role, statement)).toBe(true);
  });

  test('it has no right beyond its privileges', async () => {
    const { rows } = await (connections.get(role) as pg.Client).query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(Object.values(rows[0] as object)).toEqual([false, false, false, false, false]);
  });
});
