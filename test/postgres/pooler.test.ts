/**
 * Tests the programs behind a PgBouncer by transaction, and that one that cannot serve them is
 * named at the first connection.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDb, createHeartbeat, poolsTransactions, withIndexPlans } from '@rafaga/db';
import { underLock } from '../../packages/db/src/underLock.js';
import { createTestDb } from '../../packages/db/testing/connections.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import type { Program as ProgramName } from '../../prisma/privileges.mjs';
import { aHome, rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { startTestPanel } from '../support/panel.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { type Sold, sell } from '../support/sell.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { createTenant } from '../support/tenant.js';
import { settled, startEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { AS_DOCUMENTED, type Pooler, startPooler } from './pooler.js';

let server: PostgresServer;
let servers: OwnServers;
let pooler: Pooler;
/** The database through the pooler, as its owner. */
let url: string;
beforeAll(async () => {
  [server, servers] = await Promise.all([startPostgres(), ownServers()]);
  await migrateDatabase(server.url);
  pooler = await started(AS_DOCUMENTED);
  url = pooler.url(server.url);
});
afterAll(async () => {
  await pooler?.stop();
  await server?.stop();
  await servers?.drop();
});

async function started(settings: Record<string, string>): Promise<Pooler> {
  const starting = await startPooler(server.url, settings);
  await waitFor(
    () => `PgBouncer to answer: ${starting.output()}`,
    () => poolsTransactions(starting.url(server.url)).catch(() => false),
  );
  return starting;
}

const SALES = 40;
const ROLES: readonly ProgramName[] = ['api', 'worker', 'panel', 'cli'];
const addressOf = (program: ProgramName, at: string): string => {
  const address = programUrl(at, program);
  return program === 'api' || program === 'worker' ? withIndexPlans(address) : address;
};

const LIMITS = `SELECT name, setting FROM pg_settings
  WHERE name ~ '_timeout$|^enable_|^plan_cache|^jit$|_output$|^default_transaction_i|Style$|^TimeZone$'
    OR name IN ('extra_float_digits', 'standard_conforming_strings', 'row_security') ORDER BY name`;

async function settingsOf(address: string): Promise<unknown[]> {
  const db = createTestDb(address, { max: 1 });
  try {
    return (await db.pool.query(LIMITS)).rows;
  } finally {
    await db.close();
  }
}

test('migrate gives the roles the limits and plans that the pooler drops', async () => {
  for (const role of ROLES)
    expect([role, await settingsOf(addressOf(role, url))]).toEqual([
      role,
      await settingsOf(addressOf(role, server.url)),
    ]);
});

test('no statement is compiled before it runs, through it or without', async () => {
  for (const at of [url, server.url])
    for (const role of ROLES)
      expect([role, await settingsOf(addressOf(role, at))]).toEqual([
        role,
        expect.arrayContaining([{ name: 'jit', setting: 'off' }]),
      ]);
});

const doctor = async (DATABASE_URL: string) =>
  (await rafagaIn(aHome(), { DATABASE_URL })('doctor')).stdout;

test('programs are told whether a limit is in force there', async () => {
  expect(await doctor(programUrl(url, 'cli'))).toContain('los límites de los programas valen');
  const withoutRoles = Object.assign(new URL(url), { pathname: '/postgres' });
  expect(await doctor(withoutRoles.href)).toContain('los límites de tiempo de los programas no');
});

test('sales are issued, sent and shown through it', async () => {
  const environment = await startEnvironment({
    servers: { ...servers, databaseUrl: url, drop: async () => undefined },
  });
  const { db, redisUrl, filesDir } = environment;
  const panel = await startTestPanel({ databaseUrl: url, redisUrl, filesDir });
  try {
    const api = await environment.api();
    await environment.work();
    const tenant = await createTenant(db);
    const sold: Sold[] = [];
    const seller = () => sell(api.port, tenant.credentials, sold, () => sold.length >= SALES);
    await Promise.all(Array.from({ length: 8 }, seller));
    const ids = sold.map(({ id }) => id);
    expect((await environment.untilEnded(ids)).every(settled)).toBe(true);
    const record = await api.get(`/v1/boletas/${ids[0]}`, tenant.credentials);
    expect(record.json.datos).toMatchObject({ fiscal: { estado: 'aceptado' } });
    const admin = await panel.as('admin');
    const page = await admin.open('/referencias?ver=emitidas');
    expect(page.text).toContain(`B001-${SALES}`);
  } finally {
    await panel.stop();
    await environment.stop();
  }
});

test('a lock excludes another process although both use one connection of the server', async () => {
  const [one, other] = [createDb(url, { max: 2 }), createDb(url, { max: 2 })];
  const work = (db: typeof one, then = async () => true) => underLock(db, { key: '1, 2' }, then);
  try {
    expect(await work(one, async () => (await work(other)) ?? false)).toBe(false);
    expect(await work(other)).toBe(true);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});

test('a server without a pooler is told from one, also behind one that is away', async () => {
  expect(await poolsTransactions(server.url)).toBe(false);
  const among = new URL(server.url);
  among.search = `?host=127.0.0.1,127.0.0.1&port=1,${among.port}`;
  expect(await poolsTransactions(among.href)).toBe(false);
});

test.each([
  ['keeps no prepared statements', { max_prepared_statements: '0' }],
  ['accepts no limits', { ignore_startup_parameters: '' }],
])('one that %s is named in Spanish', async (_fault, change) => {
  const wrong = await started({ ...AS_DOCUMENTED, ...change });
  try {
    expect(await doctor(wrong.url(server.url))).toMatch(/PgBouncer.*1\.21/s);
  } finally {
    await wrong.stop();
  }
});

test('the health of a program names one that keeps no prepared statements', async () => {
  const wrong = await started({ ...AS_DOCUMENTED, max_prepared_statements: '0' });
  const opened = [1, 2].map(() => createDb(wrong.url(server.url)));
  const told: unknown[] = [];
  try {
    for (const [at, db] of opened.entries()) {
      const program = {
        kind: 'api',
        name: `one-${at}`,
        version: '1',
        conditions: () => [],
      } as const;
      const { check, failed } = createHeartbeat(db, program);
      await check().catch((error) => told.push(failed?.(error)));
    }
  } finally {
    for (const db of opened) await db.close();
    await wrong.stop();
  }
  expect(told).toEqual([
    { word: 'postgres', text: expect.stringContaining('PgBouncer'), remedy: expect.any(String) },
  ]);
});

test('one by statement is named by doctor and by the health of a program', async () => {
  const wrong = await started({ ...AS_DOCUMENTED, pool_mode: 'statement' });
  const db = createDb(wrong.url(server.url));
  try {
    expect(await doctor(wrong.url(server.url))).toMatch(/mal +PostgreSQL +hay un.*por sentencia/);
    const program = { kind: 'api', name: 'two', version: '1', conditions: () => [] } as const;
    const { check, failed } = createHeartbeat(db, program);
    const told = await check().catch((error) => failed?.(error));
    expect(told).toMatchObject({
      word: 'postgres',
      text: expect.stringContaining('por sentencia'),
    });
  } finally {
    await db.close();
    await wrong.stop();
  }
});
