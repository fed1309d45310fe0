/** Compares the privileges of a migrated database with the table in prisma/privileges.mjs. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  applyPrivileges,
  comparePrivileges,
} from '../../packages/migrate/privileges/privileges.mjs';
import { TABLES } from '../../prisma/privileges.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let owner: pg.Client;
beforeAll(async () => {
  servers = await ownServers();
  owner = new pg.Client({ connectionString: servers.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await servers.drop();
});

const EQUAL = { unknown: [], missing: [], excess: [], other: [] };

test('every table, sequence and function has a row in prisma/privileges.mjs', async () => {
  expect((await comparePrivileges(owner)).unknown).toEqual([]);
});

test('every row names a table', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  );
  // a copied database has not that of Prisma
  const names = ['_prisma_migrations', ...rows.map(({ name }) => name)];
  expect(Object.keys(TABLES).filter((name) => !names.includes(name))).toEqual([]);
});

test('the database grants what the table says, and nothing else', async () => {
  expect(await comparePrivileges(owner)).toEqual(EQUAL);
});

test('a new table without a row is named, and no program reaches it', async () => {
  await owner.query('CREATE TABLE novelties (id int)');
  const found = await comparePrivileges(owner);
  await owner.query('DROP TABLE novelties');
  expect(found).toEqual({ ...EQUAL, unknown: ['TABLE novelties'] });
});

test('what was granted or changed by hand is found, and set right', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relname ~ '^documents_[0-9]{4}_'",
  );
  const partition = rows[0]?.name;
  await owner.query(`
    GRANT UPDATE ON audit TO rafaga_panel;
    GRANT SELECT (password_hash) ON users TO rafaga_api;
    GRANT SELECT ON documents TO PUBLIC;
    GRANT USAGE ON SCHEMA partitions TO rafaga_api;
    GRANT SELECT ON ${partition} TO rafaga_api;
    REVOKE SELECT ON documents FROM rafaga_api;
    ALTER FUNCTION issue_batch SECURITY INVOKER`);
  const { missing, excess, other } = await comparePrivileges(owner);
  expect(missing).toEqual([{ role: 'rafaga_api', privilege: 'SELECT', on: 'TABLE documents' }]);
  expect(excess.map(({ role, privilege, on }) => `${role} ${privilege} ${on}`).sort()).toEqual([
    'PUBLIC SELECT TABLE documents',
    'rafaga_api SELECT ("password_hash") TABLE users',
    `rafaga_api SELECT TABLE ${partition}`,
    'rafaga_api USAGE SCHEMA partitions',
    'rafaga_panel UPDATE TABLE audit',
  ]);
  expect(other).not.toEqual([]);
  await applyPrivileges(owner);
  expect(await comparePrivileges(owner)).toEqual(EQUAL);
});

test('what only programs of an earlier version need is kept until they end', async () => {
  await owner.query('GRANT UPDATE ON audit TO rafaga_panel; GRANT SELECT ON users TO PUBLIC');
  expect(await applyPrivileges(owner, { expand: true })).toEqual([
    { role: 'rafaga_panel', privilege: 'UPDATE', on: 'TABLE audit' },
  ]);
  expect((await comparePrivileges(owner)).excess).toHaveLength(1);
  expect(await applyPrivileges(owner)).toEqual([]);
  expect(await comparePrivileges(owner)).toEqual(EQUAL);
});

test('a table that a program may read only in columns now keeps these at both steps', async () => {
  const wider = { role: 'rafaga_api', privilege: 'SELECT', on: 'TABLE businesses' };
  await owner.query('REVOKE SELECT ON businesses FROM rafaga_api');
  await owner.query('GRANT SELECT ON businesses TO rafaga_api');
  expect(await applyPrivileges(owner, { expand: true })).toEqual([wider]);
  expect((await comparePrivileges(owner)).missing).toEqual([]);
  await applyPrivileges(owner);
  expect(await comparePrivileges(owner)).toEqual(EQUAL);
});
