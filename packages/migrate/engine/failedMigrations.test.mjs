/** Tests that a migration that ended with an error can be run again, by the engine's process. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase, dropDatabase, withClient } from '../database.mjs';

const url = Object.assign(new URL(process.env.DATABASE_URL), {
  pathname: `/test_${randomUUID().replaceAll('-', '')}`,
}).href;
const sql = async (text) => (await withClient(url, (client) => client.query(text))).rows;

beforeAll(() => createDatabase(url));
afterAll(() => dropDatabase(url));

/** What `prisma migrate deploy` asks of the engine. @returns its answer */
async function deploy(scripts) {
  const migrationDirectories = Object.entries(scripts).map(([name, value]) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
  }));
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"' };
  const params = {
    migrationsList: { baseDir: '/', lockfile, shadowDbInitScript: '', migrationDirectories },
    filters: { externalTables: [], externalEnums: [] },
  };
  const program = path.join(import.meta.dirname, 'schemaEngine.mjs');
  const engine = spawn(process.execPath, [program, '--datasource', JSON.stringify({ url })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: engine.stdout });
  const request = { jsonrpc: '2.0', id: 1, method: 'applyMigrations', params };
  engine.stdin.end(`${JSON.stringify(request)}\n`);
  const [[line]] = await Promise.all([once(lines, 'line'), once(engine, 'exit')]);
  const { result, error } = JSON.parse(line);
  return result?.appliedMigrationNames ?? error.data.message;
}

const scripts = {
  '1_first': 'create table first (); alter table second add a int',
  '2_third': 'create table third ()',
};

test('a failed script is undone, and runs again with those behind it', async () => {
  expect(await deploy(scripts)).toContain('No such table: second');
  expect(await sql(`select to_regclass('first') as first`)).toEqual([{ first: null }]);
  await sql('create table second ()');
  expect(await deploy(scripts)).toEqual(['1_first', '2_third']);
  expect(await deploy(scripts)).toEqual([]);
});

test('an index that could not be made concurrently is made again', async () => {
  await sql('create table numbers as select 1 as number from generate_series(1, 2)');
  const index = 'CREATE UNIQUE INDEX CONCURRENTLY numbers_idx ON numbers (number)';
  const withIndex = { ...scripts, '3_index': index };
  expect(await deploy(withIndex)).toContain('migration_name="3_index"');
  await sql('delete from numbers');
  expect(await deploy(withIndex)).toEqual(['3_index']);
  const valid = `select indisvalid from pg_index where indexrelid = 'numbers_idx'::regclass`;
  expect(await sql(valid)).toEqual([{ indisvalid: true }]);
});
