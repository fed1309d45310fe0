/** Tests that a call of an earlier version's function survives the migration that it waits for. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import { createDatabase, dropDatabase, serverUrl, withClient } from '../database.mjs';
import { prepareCalls } from './prepareCalls.mjs';

const MIGRATIONS = path.join(import.meta.dirname, '../../../prisma/migrations');
const folders = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const partitions = folders.findIndex((name) => name.endsWith('_partitions'));
const scriptOf = (name) => readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8');

const { href: url } = Object.assign(new URL(process.env.DATABASE_URL ?? ''), {
  pathname: `/test_${randomUUID().replaceAll('-', '')}`,
});

beforeAll(async () => {
  await createDatabase(url);
  await withClient(url, async (owner) => {
    for (const name of folders.slice(0, partitions)) await owner.query(scriptOf(name));
    await owner.query(`
      INSERT INTO businesses (id, ruc, legal_name) VALUES (1, '20000000001', 'x');
      INSERT INTO series (business_id, environment, kind, code)
        VALUES (1, 'simulator', 'boleta', 'B001')`);
  });
});
afterAll(() => dropDatabase(url));

const ISSUE = `
  SELECT result, number FROM issue_batch(patience => '60s', grace => '0s', businesses => '{1}',
    kinds => '{boleta}', series_codes => '{B001}', chosen => '{NULL}', keys => '{venta}',
    hashes => ARRAY[sha256('x')], issue_dates => ARRAY[current_date], currencies => '{PEN}',
    client_types => '{1}', clients => '{45678912}', client_names => '{x}', amounts => '{1}',
    warnings => '{NULL}', answers => '{x}', requests => '{request}',
    deadlines => ARRAY[current_date], sales => '[{}]', totals => '[{}]')`;
const WAITING = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE NOT l.granted AND d.datname = current_database()`;

test('a call that waits for the partitions issues its document into them', () =>
  withClient(url, (owner) =>
    withClient(url, async (caller) => {
      await prepareCalls(url);
      await owner.query('BEGIN; LOCK TABLE series IN SHARE ROW EXCLUSIVE MODE');
      const issued = caller.query(ISSUE);
      const waits = async () => (await owner.query(WAITING)).rowCount === 1;
      await waitFor('the call to wait for the series', waits);
      await owner.query(scriptOf(folders[partitions]));
      await owner.query('COMMIT');
      expect((await issued).rows).toEqual([{ result: 'issued', number: 1 }]);
      const { rows } = await owner.query('SELECT count(*)::int AS documents FROM documents');
      expect(rows).toEqual([{ documents: 1 }]);
    }),
  ));

test('a database without the function, or without the older one, is left as it is', async () => {
  const text = () =>
    withClient(url, async (owner) => {
      const { rows } = await owner.query(
        `SELECT pg_get_functiondef(to_regproc('issue_batch')) AS text`,
      );
      return rows[0].text;
    });
  const before = await text();
  await prepareCalls(url);
  expect(await text()).toBe(before);
  await expect(prepareCalls(serverUrl(url))).resolves.toBeUndefined();
});
