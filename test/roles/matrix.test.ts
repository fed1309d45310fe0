/**
 * Tries every statement on every table, sequence and partition and every function as each program,
 * over its own connection, and what a program could use to get more rights. What is allowed is what
 * prisma/privileges.mjs says.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { FUNCTIONS, GROUPS, PROGRAMS, roleOf, TABLES } from '../../prisma/privileges.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';
import { type Objects, objectsOf } from './objects.js';

let servers: OwnServers;
let objects: Objects;
const connections = new Map<string, pg.Client>();

beforeAll(async () => {
  servers = await ownServers();
  for (const role of PROGRAMS) {
    const url = programUrl(servers.databaseUrl, role);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    connections.set(role, client);
  }
  objects = await objectsOf(servers.databaseUrl);
});
afterAll(async () => {
  for (const client of connections.values()) await client.end();
  await servers.drop();
});

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

/** The privileges that the table names, as `SELECT`, `INSERT (column)` or `UPDATE (column)`. */
function isGranted(role: string, table: string, verb: string, column?: string): boolean {
  const text = TABLES[table]?.[role] ?? '';
  const found = new RegExp(`\\b${verb}\\b(?: \\(([^)]*)\\))?`).exec(text);
  if (!found) return false;
  return found[1] === undefined || (column !== undefined && found[1].split(', ').includes(column));
}

const quoted = pg.escapeIdentifier;

/** What a role may do otherwise than its privileges say. */
function expectations(role: string) {
  const wrong: string[] = [];
  const expectation = async (granted: boolean, statement: string) => {
    if ((await isRefused(role, statement)) === granted) wrong.push(statement);
  };
  return { wrong, expectation };
}

test('every partition, sequence and function of the database is tried', () => {
  expect(objects.partitions.length).toBeGreaterThan(4);
  expect(objects.sequences.size).toBeGreaterThan(4);
  expect([...objects.calls.keys()].sort()).toEqual(Object.keys(FUNCTIONS).sort());
});

describe.each(PROGRAMS)('of the tables, as %s', (role) => {
  test.each(NAMES)('%s is read and written as far as granted', async (table) => {
    const { wrong, expectation } = expectations(role);
    const name = quoted(table);
    const own = objects.columns.get(table) ?? [];
    expect(own).not.toEqual([]);
    for (const column of own) {
      const read = `SELECT ${quoted(column)} FROM ${name} LIMIT 0`;
      await expectation(isGranted(role, table, 'SELECT', column), read);
      const write = `UPDATE ${name} SET ${quoted(column)} = DEFAULT WHERE false`;
      await expectation(isGranted(role, table, 'UPDATE', column), write);
      // tried below with all columns, because the default of one may be a forbidden function
      if (isGranted(role, table, 'INSERT')) continue;
      const insert = `INSERT INTO ${name} (${quoted(column)}) SELECT NULL WHERE false`;
      await expectation(isGranted(role, table, 'INSERT', column), insert);
    }
    const whole = `INSERT INTO ${name} SELECT ${own.map(() => 'NULL').join()} WHERE false`;
    await expectation(isGranted(role, table, 'INSERT'), whole);
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
    'REINDEX TABLE %s',
    'ALTER TABLE %s OWNER TO CURRENT_USER',
    "COMMENT ON TABLE %s IS 'mine'",
  ])('no table takes %s', async (statement) => {
    const taken: string[] = [];
    for (const table of NAMES) {
      const text = statement.replace('%s', quoted(table));
      if (!(await isRefused(role, text))) taken.push(text);
    }
    expect(taken).toEqual([]);
  });
});

describe.each(PROGRAMS)('beside the tables, as %s', (role) => {
  test('a partition is reached through its table alone', async () => {
    const { wrong, expectation } = expectations(role);
    for (const name of objects.partitions)
      for (const statement of [
        `SELECT FROM ${name} LIMIT 0`,
        `INSERT INTO ${name} DEFAULT VALUES`,
        `UPDATE ${name} SET id = 1 WHERE false`,
        `DELETE FROM ${name} WHERE false`,
        `TRUNCATE ${name}`,
        `DROP TABLE ${name}`,
      ])
        await expectation(false, statement);
    expect(wrong).toEqual([]);
  });

  test('a sequence counts for its inserts alone', async () => {
    const { wrong, expectation } = expectations(role);
    for (const [name, table] of objects.sequences) {
      const inserts = /\bINSERT\b/.test(TABLES[table]?.[role] ?? '');
      await expectation(inserts, `SELECT nextval('${quoted(name)}')`);
      await expectation(false, `SELECT setval('${quoted(name)}', 1)`);
      await expectation(false, `SELECT last_value FROM ${quoted(name)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(Object.keys(FUNCTIONS))('%s is called as far as granted', async (name) => {
    const { wrong, expectation } = expectations(role);
    const granted = FUNCTIONS[name]?.roles.includes(role) ?? false;
    // it is begun and not run: the privilege is looked at before
    for (const call of objects.calls.get(name) ?? [])
      await expectation(granted, `EXPLAIN SELECT ${call}`);
    expect(wrong).toEqual([]);
  });
});

describe.each(PROGRAMS)('of the server, as %s', (role) => {
  test.each([
    ['to become the owner', 'SET ROLE rafaga'],
    ['to make itself superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
    ['to create a role', 'CREATE ROLE mine'],
    ['to pass on a role', 'GRANT rafaga_issuer TO rafaga_api'],
    ['to turn triggers off', 'SET session_replication_role = replica'],
    ['to log statements', "SET log_statement = 'all'"],
    ['to create a table', 'CREATE TABLE mine (id int)'],
    ['to create a temporary table', 'CREATE TEMPORARY TABLE documents (id int)'],
    ['to create a function', "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ['to create a schema', 'CREATE SCHEMA mine'],
    ['to create a table among the partitions', 'CREATE TABLE partitions.mine (id int)'],
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

  test.each([...PROGRAMS, ...GROUPS].filter((other) => other !== role))(
    'it does not become %s',
    async (other) => expect(await isRefused(role, `SET ROLE ${roleOf(other)}`)).toBe(true),
  );

  test('it has no right beyond its privileges', async () => {
    const { rows } = await (connections.get(role) as pg.Client).query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
        FROM pg_roles WHERE rolname = current_user`,
    );
    expect(Object.values(rows[0] as object)).toEqual([false, false, false, false, false]);
  });
});
