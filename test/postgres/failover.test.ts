/**
 * Tests a standby: it answers reads while it is within the bound and nothing shows that it lags;
 * promoted under load, it has every answered sale, and the programs find it by themselves.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createReplicas, type Db } from '@rafaga/db';
import { createTestDb, type TestDb } from '../../packages/db/testing/connections.js';
import { programUrl } from '../../packages/migrate/privileges/roles.mjs';
import { type ApiProcess, startApiProcess } from '../support/apiProcess.js';
import { aHome, aRuc, rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type PostgresServer, startPostgres } from '../support/postgresServer.js';
import { type Sold, sell } from '../support/sell.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import { settle } from '../support/settle.js';
import { createTenant, type Tenant } from '../support/tenant.js';
import { waitFor } from '../support/waitFor.js';
import { both, startStandby } from './standby.js';

let primary: PostgresServer;
let standby: PostgresServer;
let db: TestDb;
let atStandby: TestDb;
let tenant: Tenant;
let servers: OwnServers;
let home: string;
let env: Record<string, string>;
/** With a bound of one second. */
let reader: ApiProcess;
/** With a bound that no test reaches; it reads the standby through the proxy. */
let panel: TestPanel;
let proxy: FaultProxy;
beforeAll(async () => {
  [primary, servers] = await Promise.all([startPostgres(), ownServers()]);
  await migrateDatabase(primary.url);
  db = createTestDb(primary.url, { max: 2 });
  tenant = await createTenant(db);
  standby = await startStandby(primary);
  atStandby = createTestDb(standby.url, { max: 1 });
  home = mkdtempSync(path.join(tmpdir(), 'rafaga-failover-'));
  env = { DATABASE_URL: primary.url, REDIS_URL: servers.redisUrl, RAFAGA_HOME: home };
});
beforeAll(startReaders);
afterAll(stopReaders);
afterAll(async () => {
  await db?.close();
  await standby?.stop();
  await primary?.stop();
  await servers?.drop();
  rmSync(home, { recursive: true, force: true });
});

async function startReaders(): Promise<void> {
  reader = await startApiProcess({
    ...env,
    DATABASE_REPLICA_URL: programUrl(standby.url, 'api'),
    RAFAGA_REPLICA_LAG_MS: '1000',
  });
  proxy = await startFaultProxy(standby.url);
  panel = await startTestPanel({
    databaseUrl: primary.url,
    redisUrl: servers.redisUrl,
    replica: { url: programUrl(proxy.url, 'panel'), maxLagMs: 60_000 },
  });
}

let stopped: Promise<void> | undefined;
/** Once: the panel asks the primary as it stops, so it stops before a test kills that. */
function stopReaders(): Promise<void> {
  stopped ??= endReaders();
  return stopped;
}

async function endReaders(): Promise<void> {
  await reader?.end('SIGTERM');
  await panel?.stop();
  await proxy?.stop();
}

/** The metrics of the API about its replica, by their labels. */
async function metrics(text = scraped()): Promise<Record<string, number>> {
  const found = (await text).matchAll(/^rafaga_replica_\w+\{\w+="(\w+)"\} (.+)$/gm);
  return { replica: 0, primary: 0, failed: 0, ...Object.fromEntries(Array.from(found, pair)) };
}
const pair = ([, label, value]: RegExpMatchArray) => [label, Number(value)];
const scraped = () =>
  fetch(`http://127.0.0.1:${reader.healthPort}/metrics`).then((answer) => answer.text());

const degraded = async (): Promise<string> =>
  JSON.stringify((await reader.get('/readyz', {})).json);

/** What `rafaga doctor` says about the replica. */
async function examined(): Promise<string> {
  const DATABASE_REPLICA_URL = programUrl(standby.url, 'cli');
  const { stdout } = await rafagaIn(aHome(env), { DATABASE_REPLICA_URL })('doctor', '--json');
  const { revisiones } = JSON.parse(stdout) as { revisiones: { tema: string; texto: string }[] };
  return JSON.stringify(revisiones.filter(({ tema }) => tema === 'Réplica'));
}

/** A document that is issued through the API, and decided by a CDR when `decided`. */
async function issue({ decided }: { decided: boolean }): Promise<number> {
  const reply = await reader.boleta(tenant.credentials);
  expect(reply.status).toBe(201);
  const { id } = reply.json.datos;
  if (decided) await decide(id);
  return id;
}

async function decide(id: number): Promise<void> {
  await settle({ db, filesDir: path.join(home, 'files') }, tenant, id);
  await db.pool.query(`UPDATE outcomes SET evidence = 'cdr' WHERE document_id = $1`, [id]);
}

async function stateOf(id: number): Promise<string> {
  const reply = await reader.get(`/v1/boletas/${id}`, tenant.credentials);
  expect(reply.status).toBe(200);
  return (reply.json.datos.fiscal as { estado: string }).estado;
}

/** Reads until the replica has answered one of the reads. */
const untilReplicaReads = (read: () => Promise<unknown>) =>
  waitFor('a read at the replica', async () => {
    const { replica: before = 0 } = await metrics();
    await read();
    return ((await metrics()).replica ?? 0) > before;
  });

const LISTS = [
  ...['detenidas', 'pendientes', 'rechazadas', 'emitidas'].map((tab) => `/referencias?ver=${tab}`),
  ...['/referencias.csv?ver=emitidas', '/referencias.csv?ver=detenidas', '/actividad', '/negocios'],
  ...['/auditoria', '/buscar?q=B001-1', '/buscar?q=118.00', '/buscar?q=Bodega'],
  ...['/salud/en-pausa', '/salud/certificados-vencidos'],
];

const NEW_BUSINESS = {
  razon_social: 'Ferretería Réplica S.A.C.',
  nombre_comercial: '',
  direccion: 'Av. Arequipa 1234',
  ubigeo: '150101',
};

test('a replica answers decided records and stored files, the primary all others', async () => {
  const [decided, pending] = [await issue({ decided: true }), await issue({ decided: false })];
  await untilReplicaReads(() => stateOf(decided));
  const file = () => reader.get(`/v1/boletas/${decided}/xml`, tenant.credentials);
  await untilReplicaReads(file);
  expect((await file()).status).toBe(200);
  expect(await stateOf(pending)).toBe('pendiente');
  const other = await createTenant(db);
  const foreign = await reader.get(`/v1/boletas/${decided}`, other.credentials);
  expect(foreign.status).toBe(404);
  expect(await degraded()).not.toContain('replica');
  expect(await examined()).toContain('sigue al principal');
});

test('a replica that stops replaying hides no sale, nor serves above the bound', async () => {
  const old = await issue({ decided: true });
  await untilReplicaReads(() => stateOf(old));
  await atStandby.pool.query('SELECT pg_wal_replay_pause()');
  const id = await issue({ decided: false });
  expect(await stateOf(id)).toBe('pendiente');
  await decide(id);
  expect(await stateOf(id)).toBe('aceptado');
  await waitFor('the lag to be reported', async () => {
    expect(await stateOf(id)).toBe('aceptado');
    return (await degraded()).includes('replica: La réplica de lectura va');
  });
  const { replica, primary: before = 0 } = await metrics();
  await stateOf(old);
  expect(await metrics()).toMatchObject({ replica, primary: before + 1, failed: 0 });
  await atStandby.pool.query('SELECT pg_wal_replay_resume()');
  await untilReplicaReads(() => stateOf(id));
  await waitFor('the lag to be over', async () => !(await degraded()).includes('replica'));
});

test('the panel lists from the replica, but shows a person what they just changed', async () => {
  const [admin, other] = [await panel.as('admin'), await panel.as('admin')];
  const reads = async () => metrics(panel.metrics());
  // after a login too
  other.change.until = 0;
  await waitFor('lists of the replica', async () => {
    await other.open('/negocios');
    return ((await reads()).replica ?? 0) > 0;
  });
  for (const list of [...LISTS, `/negocios/${tenant.ruc}/registro`])
    expect([list, (await other.open(list)).status]).toEqual([list, 200]);
  expect(await reads()).toMatchObject({ primary: expect.any(Number), failed: 0 });

  await atStandby.pool.query('SELECT pg_wal_replay_pause()');
  const ruc = aRuc();
  await admin.open('/negocios/nuevo');
  await admin.submit({ ruc, ...NEW_BUSINESS });
  expect((await admin.open('/negocios')).text).toContain(ruc);
  expect((await other.open('/negocios')).text).not.toContain(ruc);
  await atStandby.pool.query('SELECT pg_wal_replay_resume()');
  await waitFor('the change at the replica', async () =>
    (await other.open('/negocios')).text.includes(ruc),
  );
});

test('a frozen replica delays one page, and by less than a statement may take', async () => {
  const other = await panel.as('admin');
  other.change.until = 0;
  const reads = () => metrics(panel.metrics());
  const count = async (target: string) => (await reads())[target] ?? 0;
  const untilRead = (home: string) =>
    waitFor('a home page of the replica', async () => {
      const before = await count('replica');
      expect((await other.open(home)).status).toBe(200);
      return (await count('replica')) > before;
    });
  await untilRead('/');
  const failed = await count('failed');
  proxy.blackHole();
  const page = await other.open('/');
  // both of its reads still wait there: their statements have seconds left
  const waiting = /^rafaga_postgres_connections\{server="replica",state="used"\} (\d+)$/m;
  const [, used] = waiting.exec(await panel.metrics()) ?? [];
  expect([page.status, await count('failed')]).toEqual([200, failed + 2]);
  expect(Number(used)).toBeGreaterThanOrEqual(2);
  const { replica } = await reads();
  for (const path of ['/', '/colas', '/negocios'])
    expect((await other.open(path)).status).toBe(200);
  expect(await reads()).toMatchObject({ replica, failed: failed + 2 });
  proxy.recover();
  await untilRead('/');
  await untilRead('/colas');
});

test('a read that is only slow stays at its replica', async () => {
  const { rows } = await db.pool.query(`SELECT name FROM processes WHERE kind = 'panel' LIMIT 1`);
  const targets: string[] = [];
  const replicas = createReplicas(
    db,
    { url: standby.url, maxLagMs: 60_000 },
    {
      name: 'slow',
      heartbeat: { kind: 'panel', name: rows[0].name },
      onRead: (target) => targets.push(target),
    },
  );
  const slow = (at: Db) => (at as TestDb).pool.query('SELECT pg_sleep(1.2)');
  await waitFor('a measurement', async () => {
    await replicas.probe?.check();
    return replicas.lags()[0] !== undefined;
  });
  await replicas.read(slow);
  // a caller waits for one document
  expect(await replicas.ask(slow)).toBeUndefined();
  expect(targets).toEqual(['replica', 'failed']);
  await replicas.close();
});

test('without the replica every read is answered, and again with it', async () => {
  const other = await panel.as('admin');
  other.change.until = 0;
  const id = await issue({ decided: true });
  await untilReplicaReads(() => stateOf(id));
  await atStandby.close();
  await standby.kill();
  for (let times = 0; times < 10; times++) {
    expect(await stateOf(id)).toBe('aceptado');
    expect((await other.open('/referencias?ver=emitidas')).status).toBe(200);
  }
  await waitFor('the loss to be reported', async () =>
    (await degraded()).includes('replica: La réplica de lectura no responde'),
  );
  expect(await examined()).toContain('no responde');
  standby = await startPostgres({ data: standby.data, port: standby.port });
  await untilReplicaReads(() => stateOf(id));
});

test('a promoted standby has every answered sale, and takes the next', async () => {
  await stopReaders();
  await db.pool.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await db.pool.query('SELECT pg_reload_conf()');
  await waitFor('the standby to be synchronous', async () => {
    const { rows } = await db.pool.query('SELECT sync_state FROM pg_stat_replication');
    return rows[0]?.sync_state === 'sync';
  });
  const url = { DATABASE_URL: both(primary, standby) };
  const apis = await Promise.all([
    startApiProcess({ ...env, ...url }),
    startApiProcess({ ...env, ...url, DATABASE_REPLICA_URL: programUrl(standby.url, 'api') }),
  ]);
  const sold: Sold[] = [];
  let enough = Number.POSITIVE_INFINITY;
  const selling = Promise.all(
    apis.map(({ port }) => sell(port, tenant.credentials, sold, () => sold.length >= enough)),
  );
  await waitFor('sales before the loss', () => sold.length >= 40);
  await primary.kill();
  const before = sold.length;
  const promoted = createTestDb(standby.url, { max: 1 });
  await promoted.pool.query('SELECT pg_promote()');
  enough = before + 40;
  await selling;
  const { rows } = await promoted.pool.query<{ id: string }>('SELECT id FROM documents');
  const known = new Set(rows.map(({ id }) => Number(id)));
  expect(sold.filter(({ id }) => !known.has(id))).toEqual([]);
  expect(new Set(sold.map(({ number }) => number)).size).toBe(sold.length);
  await waitFor('what was a replica to be named', async () => {
    const { json } = await (apis[1] as ApiProcess).get('/readyz', {});
    return JSON.stringify(json).includes('ya no es una réplica');
  });
  // a command connects once, and the first server of its address is dead
  const listed = await rafagaIn(aHome({ ...env, ...url }))('negocio', 'listar');
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining(tenant.ruc)]);
  await promoted.close();
  await Promise.all(apis.map(({ end }) => end('SIGTERM')));
});
