/**
 * Tests that a standby is promoted under load: every answered sale is in it, and the programs find
 * it by themselves.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { unprivilegedUser } from '../../packages/dev/servers/postgresProgram.mjs';
import { fullPostgres } from '../../packages/dev/setup/fullPostgres.mjs';
import { startApiProcess } from '../support/apiProcess.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { type PostgresServer, serverFolder, startPostgres } from '../support/postgresServer.js';
import { type Sold, sell } from '../support/sell.js';
import { ownServers } from '../support/servers.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { waitFor } from '../support/waitFor.js';

let primary: PostgresServer;
let standby: PostgresServer;
let tenant: Tenant;
beforeAll(async () => {
  primary = await startPostgres();
  await migrateDatabase(primary.url);
  const db = createTestDb(primary.url, { max: 1 });
  tenant = await createTenant(db);
  standby = await startStandby();
  await db.pool.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await db.pool.query('SELECT pg_reload_conf()');
  await waitFor('the standby to be synchronous', async () => {
    const { rows } = await db.pool.query('SELECT sync_state FROM pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  });
  await db.close();
});
afterAll(async () => {
  await standby?.stop();
  await primary?.stop();
});

async function startStandby(): Promise<PostgresServer> {
  const data = path.join(serverFolder(), 'data');
  const { hostname, port, username, password } = new URL(primary.url);
  await promisify(execFile)(
    path.join(await fullPostgres(), 'pg_basebackup'),
    ['--checkpoint=fast', '--write-recovery-conf', '--no-sync', '--pgdata', data],
    {
      ...unprivilegedUser(),
      env: { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    },
  );
  return startPostgres({ data });
}

/** The address of both, as libpq reads it. */
function both(): string {
  const url = new URL(primary.url);
  url.searchParams.set('host', '127.0.0.1,127.0.0.1');
  url.searchParams.set('port', `${primary.port},${standby.port}`);
  url.searchParams.set('target_session_attrs', 'read-write');
  return url.href;
}

test('a promoted standby has every answered sale, and takes the next', async () => {
  const { redisUrl, drop } = await ownServers();
  const home = mkdtempSync(path.join(tmpdir(), 'rafaga-failover-'));
  const env = { DATABASE_URL: both(), REDIS_URL: redisUrl, RAFAGA_HOME: home };
  const apis = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  const sold: Sold[] = [];
  let enough = Number.POSITIVE_INFINITY;
  const selling = Promise.all(
    apis.map(({ port }) => sell(port, tenant.credentials, sold, () => sold.length >= enough)),
  );
  await waitFor('sales before the loss', () => sold.length >= 40);
  await primary.kill();
  const before = sold.length;
  const db = createTestDb(standby.url, { max: 1 });
  await db.pool.query('SELECT pg_promote()');
  enough = before + 40;
  await selling;
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM documents');
  const known = new Set(rows.map(({ id }) => Number(id)));
  expect(sold.filter(({ id }) => !known.has(id))).toEqual([]);
  expect(new Set(sold.map(({ number }) => number)).size).toBe(sold.length);
  // a command connects once, and the first server of its address is dead
  const listed = await rafagaIn(aHome(env))('negocio', 'listar');
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining(tenant.ruc)]);
  await db.close();
  await Promise.all(apis.map(({ end }) => end('SIGTERM')));
  await drop();
  rmSync(home, { recursive: true, force: true });
});
