/**
 * Tests a planned change of the primary: the old one is made read only and goes on answering, until
 * its operator stops it.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance } from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { migrateDatabase } from '../support/databases.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { waitFor } from '../support/waitFor.js';
import { both, startStandby } from './standby.js';

let primary: PostgresServer;
let standby: PostgresServer;
let db: TestDb;
beforeAll(async () => {
  primary = await startPostgres();
  await migrateDatabase(primary.url);
  standby = await startStandby(primary);
  db = createTestDb(both(primary, standby), { max: 4 });
});
afterAll(async () => {
  await db?.close();
  await standby?.stop();
  await primary?.stop();
});

async function at({ url }: PostgresServer, text: string): Promise<unknown[]> {
  const client = createTestDb(url, { max: 1 });
  try {
    return (await client.pool.query(text)).rows;
  } finally {
    await client.close();
  }
}

const portsOf = (reads: number) =>
  Promise.all(
    Array.from({ length: reads }, async () => {
      const { rows } = await db.pool.query('SELECT inet_server_port() AS port, pg_sleep(0.05)');
      return rows[0].port as number;
    }),
  );

async function makeReadOnly(): Promise<void> {
  await at(primary, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await at(primary, 'SELECT pg_reload_conf()');
}

test('a primary that is made read only is left for the one that accepts writes', async () => {
  const { id } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  const sell = () => issuance.issue(aDocument(id)).catch((error: Error) => error.name);
  expect(await sell()).toMatchObject({ is: 'issued', number: 1 });
  expect(new Set(await portsOf(4))).toEqual(new Set([primary.port]));
  await makeReadOnly();
  await waitFor('the first refusal', async () => (await sell()) === 'Unavailable');
  // what was written can be read until another one accepts writes
  await waitFor('reads of what is there', async () => {
    const ports = await portsOf(4).catch(() => []);
    return ports.length === 4 && ports.every((port) => port === primary.port);
  });
  await at(standby, 'SELECT pg_promote()');
  await waitFor('a sale at the new primary', async () => typeof (await sell()) !== 'string');
  // no connection is left that would read an older state than a caller was told
  await waitFor('connections that were broken to be replaced', () => portsOf(4).catch(() => false));
  expect(new Set(await portsOf(8))).toEqual(new Set([standby.port]));
  await issuance.close();
});
