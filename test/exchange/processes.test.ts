/** Tests the heartbeats of processes, and which documents count as overdue. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createHeartbeat, createIssuance, isOverdue, listProcesses } from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type OwnServers, ownServers } from '../support/servers.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

const beat = (name: string, conditions: { word: string; text: string; since: Date }[] = []) =>
  createHeartbeat(db, {
    kind: 'worker',
    name,
    version: '1.2.3',
    conditions: () => conditions,
    progressAgo: () => 60_000,
  });

test('a process is listed with its conditions until it ends', async () => {
  const since = new Date('2026-11-21T10:00:00Z');
  const heart = beat('caja-1', [{ word: 'redis_lleno', text: 'Redis está lleno', since }]);
  expect(await heart.check()).toEqual([]);
  const [row] = (await listProcesses(db)).processes;
  expect(row).toMatchObject({
    kind: 'worker',
    name: 'caja-1',
    version: '1.2.3',
    conditions: [{ word: 'redis_lleno', text: 'Redis está lleno', since }],
  });
  expect(row && row.seenAt.getTime() - (row.progressAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(
    59_000,
  );
  await sleep(5);
  await heart.check();
  expect((await listProcesses(db)).processes[0]?.seenAt.getTime()).toBeGreaterThan(
    row?.seenAt.getTime() ?? 0,
  );
  await heart.close();
  expect((await listProcesses(db)).processes).toEqual([]);
});

test('a heartbeat after an outage of PostgreSQL does not report it', async () => {
  const since = new Date('2026-11-21T10:00:00Z');
  const heart = beat('caja-2', [
    { word: 'postgres', text: 'PostgreSQL no responde', since },
    { word: 'postgres', text: 'PostgreSQL no responde: está arrancando', since },
    { word: 'postgres', text: 'PostgreSQL no acepta lo que se le pide', since },
  ]);
  await heart.check();
  expect((await listProcesses(db)).processes[0]?.conditions.map(({ text }) => text)).toEqual([
    'PostgreSQL no acepta lo que se le pide',
  ]);
  await heart.close();
});

test('a process that ended a day ago is removed by the next one that starts', async () => {
  const [old, next] = [beat('vieja'), beat('nueva')];
  await old.check();
  await db.pool.query(`UPDATE processes SET seen_at = now() - interval '25 hours'`);
  await next.check();
  const { rows } = await db.pool.query('SELECT name FROM processes');
  expect(rows).toEqual([{ name: 'nueva' }]);
  await Promise.all([old.close(), next.close()]);
});

test('a successor removes a killed process, and not one that only stopped', async () => {
  const [killed, stopped] = [spawn('sleep', ['60']), spawn('sleep', ['60'])];
  const hearts = [
    ...[killed, stopped].map(({ pid }) => beat(`tienda-norte-${pid}`)),
    beat(`tienda-sur-${killed.pid}`),
  ];
  for (const heart of hearts) await heart.check();
  stopped.kill('SIGSTOP');
  const ended = once(killed, 'exit');
  killed.kill('SIGKILL');
  await ended;
  const successor = beat(`tienda-norte-${process.pid}`);
  await successor.check();
  expect((await listProcesses(db)).processes.map(({ name }) => name).sort()).toEqual(
    [
      `tienda-norte-${stopped.pid}`,
      `tienda-norte-${process.pid}`,
      `tienda-sur-${killed.pid}`,
    ].sort(),
  );
  stopped.kill('SIGKILL');
  await Promise.all([...hearts, successor].map((heart) => heart.close()));
});

test.each([
  ['adelantado al', 3_600_000],
  ['atrasado del', -3_600_000],
])('a clock that is %s of PostgreSQL is reported', async (how, aheadMs) => {
  const heart = beat('caja-2');
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  expect(await heart.check()).toEqual([
    {
      word: 'reloj',
      text: expect.stringMatching(
        new RegExp(`^El reloj de esta máquina va 3[56]\\d\\d s ${how} de PostgreSQL$`),
      ),
      remedy: expect.stringContaining('timedatectl set-ntp true'),
    },
  ]);
  clock.mockRestore();
  expect(await heart.check()).toEqual([]);
  await heart.close();
});

test('locked tables and a read-only server are reported', async () => {
  const heart = beat('caja-2');
  const client = await db.pool.connect();
  await client.query('BEGIN; LOCK TABLE "references" IN ACCESS EXCLUSIVE MODE');
  expect(await heart.check().catch(heart.failed)).toMatchObject({ word: 'postgres_bloqueado' });
  await client.query('ROLLBACK');
  client.release();
  expect(await heart.check()).toEqual([]);
  expect(
    heart.failed(Object.assign(new Error('terminated'), { code: 'ECONNRESET' })),
  ).toMatchObject({ word: 'postgres' });
  await heart.close();
});

test('a role without its privileges is reported', async () => {
  const own = createTestDb(programUrl(servers.databaseUrl, 'api'));
  const heart = createHeartbeat(own, {
    kind: 'api',
    name: 'caja-3',
    version: '1.2.3',
    conditions: () => [],
  });
  expect(await heart.check()).toEqual([]);
  await db.pool.query('REVOKE SELECT (id) ON businesses FROM rafaga_api');
  expect(await heart.check().catch(heart.failed)).toMatchObject({ word: 'postgres_sin_permisos' });
  await db.pool.query('GRANT SELECT (id) ON businesses TO rafaga_api');
  expect(await heart.check()).toEqual([]);
  await heart.close();
  await own.close();
});

test('tables that are missing are reported, and that migrate makes them', async () => {
  const heart = createHeartbeat(db, {
    kind: 'api',
    name: 'caja-4',
    version: '1.2.3',
    conditions: () => [],
  });
  await db.pool.query('ALTER TABLE processes RENAME TO other');
  expect(await heart.check().catch(heart.failed)).toMatchObject({
    word: 'postgres',
    remedy: expect.stringContaining('migrate'),
  });
  await db.pool.query('ALTER TABLE other RENAME TO processes');
  expect(await heart.check()).toEqual([]);
  await heart.close();
});

test('a document that could have been claimed is overdue; one that waits is not', async () => {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issuance = createIssuance(db);
  await issuance.issue(aDocument(businessId));
  expect([await isOverdue(db, 60_000, []), await isOverdue(db, 0, [])]).toEqual([false, true]);
  for (const change of [
    `not_before = now() + interval '1 hour'`,
    `lease_until = now() + interval '1 hour', not_before = NULL`,
  ]) {
    await db.pool.query(`UPDATE emissions SET ${change}`);
    expect(await isOverdue(db, 0, [])).toBe(false);
  }
  await db.pool.query(`UPDATE emissions SET lease_until = NULL, stage = 'signed'`);
  const { rows } = await db.pool.query('SELECT authority FROM businesses WHERE id = $1', [
    businessId,
  ]);
  expect([await isOverdue(db, 0, []), await isOverdue(db, 0, [rows[0].authority])]).toEqual([
    true,
    false,
  ]);
  await db.pool.query(`UPDATE businesses SET paused_until = now() + interval '1 hour'`);
  expect(await isOverdue(db, 0, [])).toBe(false);
  // neither does the backlog of a paused business hide the document of another
  await db.pool.query(`BEGIN;
    SET LOCAL session_replication_role = replica;
    INSERT INTO emissions (document_id, business_id, destination, deadline, next_at)
      SELECT -n, ${businessId}, 'simulator', '2999-12-31', now() - interval '1 day'
      FROM generate_series(1, 10000) AS n;
    COMMIT`);
  const { id: other } = await aBusiness(db, 'B001');
  await issuance.issue(aDocument(other));
  expect(await isOverdue(db, 0, [])).toBe(true);
  await db.pool.query(`INSERT INTO restorations (begun_by) VALUES ('test')`);
  expect(await isOverdue(db, 0, [])).toBe(false);
  await db.pool.query('DELETE FROM restorations');
  await issuance.close();
});
