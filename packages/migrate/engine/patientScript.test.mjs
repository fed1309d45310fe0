/** Tests that a migration does not hold up the programs beside it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { waitFor } from '../../../test/support/waitFor.js';
import { runPatiently } from './patientScript.mjs';

const table = `t_${randomUUID().replaceAll('-', '')}`;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const exists = async (column) =>
  (
    await pool.query(
      'select from information_schema.columns where table_name = $1 and column_name = $2',
      [table, column],
    )
  ).rowCount === 1;
const waiting = async () =>
  (await pool.query('select from pg_locks where relation = $1::regclass and not granted', [table]))
    .rowCount > 0;

beforeAll(() => pool.query(`create table ${table} (id int)`));
afterAll(async () => {
  await pool.query(`drop table ${table}`);
  await pool.end();
});

test('a script that waits for a lock lets readers pass, and is applied in the end', async () => {
  const reader = await pool.connect();
  await reader.query(`begin; select from ${table}`);
  const applied = runPatiently(
    pool,
    `alter table ${table} add a int; insert into ${table} (a) values (1)`,
  );
  await waitFor('the script to wait for its lock', waiting);
  // it queues behind the script, and resolves only because the script gives up
  await pool.query(`select from ${table}`);
  expect(await exists('a')).toBe(false);
  await reader.query('commit');
  reader.release();
  await applied;
  expect((await pool.query(`select a from ${table}`)).rows).toEqual([{ a: 1 }]);
});

test('a script that never gets its lock fails and leaves nothing', async () => {
  const reader = await pool.connect();
  await reader.query(`begin; select from ${table}`);
  const script = `create table ${table}_2 (); alter table ${table} add b int`;
  await expect(runPatiently(pool, script, { attempts: 1 })).rejects.toMatchObject({
    code: '55P03',
  });
  await reader.query('commit');
  reader.release();
  expect(await exists('b')).toBe(false);
  expect((await pool.query('select to_regclass($1) as made', [`${table}_2`])).rows).toEqual([
    { made: null },
  ]);
});

test('an index that is made concurrently runs outside a transaction', async () => {
  await runPatiently(pool, `CREATE INDEX CONCURRENTLY ${table}_idx ON ${table} (id)`);
  expect((await pool.query('select to_regclass($1) as made', [`${table}_idx`])).rows).toEqual([
    { made: `${table}_idx` },
  ]);
});
