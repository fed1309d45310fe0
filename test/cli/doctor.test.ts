/** rafaga doctor names each fault of an installation, and goes on with what it can reach. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aHome, rafagaIn } from '../support/cli.js';
import { migrateDatabase } from '../support/databases.js';
import { startPostgres } from '../support/postgresServer.js';
import { aSender } from '../support/senders.js';
import { ownServers } from '../support/servers.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';

let environment: TestEnvironment;
let settings: Record<string, string>;
beforeAll(async () => {
  environment = await startEnvironment({ servers: await durableServers() });
  const { databaseUrl, redisUrl, simulatorUrl } = environment;
  settings = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    RAFAGA_SIMULATOR_URL: simulatorUrl,
  };
  await aSender(environment.db);
  await environment.api();
  await heartbeatOf('api');
});
afterAll(() => environment.stop());

/** The PostgreSQL of the test run keeps nothing safe, and that is a fault. */
async function durableServers() {
  const [servers, own] = await Promise.all([
    ownServers(),
    startPostgres({ settings: { fsync: 'on' } }),
  ]);
  await migrateDatabase(own.url);
  const drop = () => Promise.all([servers.drop(), own.stop()]);
  return { ...servers, databaseUrl: own.url, drop };
}

interface Examined {
  tema: string;
  estado: string;
  texto: string;
  remedio?: string;
}

/** @returns the exit code, and the findings that are not good */
async function examine(change: Record<string, string> = {}, home = aHome(settings)) {
  const { code, stdout, stderr } = await rafagaIn(home, change)('doctor', '--json');
  if (stdout === '') throw new Error(stderr);
  const { resultado, revisiones } = JSON.parse(stdout) as {
    resultado: string;
    revisiones: Examined[];
  };
  const found = revisiones.filter(({ estado }) => estado !== 'bien');
  const areas = new Set(revisiones.map(({ tema }) => tema));
  return { code, resultado, found, areas };
}

const fault = (tema: string, texto: string) => ({
  tema,
  estado: 'mal',
  texto: expect.stringContaining(texto),
  remedio: expect.any(String),
});

const set = (sql: string) => environment.db.pool.query(sql);

const heartbeatOf = (kind: string) =>
  waitFor(`the heartbeat of the ${kind}`, async () => {
    const { rowCount } = await set(`SELECT FROM processes WHERE kind = '${kind}'`);
    return rowCount === 1;
  });

test('without a worker nothing is sent', async () => {
  expect(await examine()).toMatchObject({
    code: 1,
    found: [fault('Procesos', 'no hay ningún worker en marcha')],
  });
  await environment.work();
  await heartbeatOf('worker');
});

test('a sound installation has no fault, and every area is examined', async () => {
  const { code, found, areas } = await examine();
  expect(found.filter(({ estado }) => estado === 'mal')).toEqual([]);
  expect([...areas].sort()).toEqual(
    [
      ...['Ajustes', 'PostgreSQL', 'Redis', 'Archivos', 'Reloj', 'Certificados', 'SUNAT'],
      ...['Cifrado', 'Procesos', 'Restauración'],
    ].sort(),
  );
  expect(code).toBe(0);
  const { stdout } = await rafagaIn(aHome(settings))('doctor');
  expect(stdout).toMatch(/^✓ bien {3}PostgreSQL {4}la versión \d+ responde y guarda lo que/m);
});

test('a variable that is nearly one of the settings is named', async () => {
  const { code, found } = await examine({ RAFAGA_PROXYS: '10.0.0.0/8' });
  expect(found).toContainEqual({
    ...fault('Ajustes', 'Nada lee la variable RAFAGA_PROXYS: ¿debía ser RAFAGA_PROXIES?'),
    estado: 'aviso',
  });
  expect(code).toBe(0);
});

test('an open restoration is named, because nothing is sent until it ends', async () => {
  await set(`INSERT INTO restorations (begun_by, reason, found)
    VALUES ('cli:root', 'prueba', '{"ids":[],"series":[]}')`);
  const { code, found } = await examine();
  expect(code).toBe(1);
  expect(found).toContainEqual(fault('Restauración', 'no se emite ni se envía nada'));
  await set(
    `UPDATE restorations SET ended_at = now(), ended_by = 'cli:luis' WHERE ended_at IS NULL`,
  );
});

test('worker, API and doctor tell that coming months are missing', async () => {
  const later = `month > to_char(now() AT TIME ZONE 'America/Lima', 'YYYY-MM')`;
  await set(`UPDATE document_months SET detached_at = now(), documents = 0 WHERE ${later}`);
  const worker = await environment.work();
  await waitFor('a word about months', () => worker.health.degraded?.().join().includes('meses_'));
  await worker.stop();
  const api = await environment.api();
  const told = /meses_por_crear: La base de datos tiene meses solo hasta \d{4}-\d\d/;
  await waitFor('the same of an API', async () => told.test((await api.get('/readyz', {})).text));
  expect((await examine()).found).toContainEqual(
    expect.objectContaining({
      tema: 'PostgreSQL',
      estado: 'aviso',
      texto: expect.stringMatching(/^tiene meses solo hasta \d{4}-\d\d: faltan/),
      remedio: expect.stringContaining('make_document_months'),
    }),
  );
  await set(`UPDATE document_months SET detached_at = NULL, documents = NULL WHERE ${later}`);
});

test('a slot that no program reads is named with what it costs', async () => {
  await set(`SELECT pg_create_physical_replication_slot('rafaga_respaldo', true)`);
  expect((await examine()).found).toContainEqual({
    tema: 'PostgreSQL',
    estado: 'aviso',
    texto: expect.stringMatching(/la ranura rafaga_respaldo: el servidor le guarda \d/),
    remedio: expect.stringContaining(`pg_drop_replication_slot('rafaga_respaldo')`),
  });
  await set(`SELECT pg_drop_replication_slot('rafaga_respaldo')`);
});

test('faults of servers, files, certificates and clocks are found together', async () => {
  const name = new URL(environment.databaseUrl).pathname.slice(1);
  await set(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await set('ALTER TABLE designs RENAME COLUMN created_at TO made_at');
  await set(`UPDATE certificates SET not_after = now() - interval '1 day'`);
  const home = aHome(settings);
  await writeFile(path.join(home, 'files'), '');
  const server = await serveDate(new Date(Date.now() + 120_000));
  const { port } = server.address() as AddressInfo;
  const { found } = await examine({ RAFAGA_SIMULATOR_URL: `http://127.0.0.1:${port}` }, home);
  server.close();
  expect(found).toEqual(
    expect.arrayContaining([
      fault('PostgreSQL', 'synchronous_commit está desactivado'),
      fault('PostgreSQL', 'faltan tablas o columnas de esta versión: Design'),
      fault('Archivos', 'almacén'),
      fault('Certificados', 'venció el'),
      fault('Reloj', 's atrasado del de 127.0.0.1'),
    ]),
  );
  await set('ALTER TABLE designs RENAME COLUMN made_at TO created_at');
  await set(`ALTER DATABASE ${name} RESET synchronous_commit`);
});

test('what is out of reach is named, and the rest is examined', async () => {
  await set('UPDATE certificates SET active = false');
  const other = await aSender(environment.db);
  await set(
    `UPDATE businesses SET authority = 'custom', bill_url = 'http://10.9.8.7/bill'
      WHERE id = ${other.id}`,
  );
  const away = {
    REDIS_URL: 'redis://127.0.0.1:9',
    RAFAGA_SIMULATOR_URL: 'http://127.0.0.1:9',
    RAFAGA_MASTER_KEY: 'corta',
    RAFAGA_PEPPER: 'corta',
    RAFAGA_PROXIES: 'todos',
  };
  const { code, resultado, found } = await examine({}, aHome({ ...settings, ...away }));
  expect(found).toEqual(
    expect.arrayContaining([
      fault('Ajustes', 'La variable RAFAGA_MASTER_KEY debe ser una clave'),
      fault('Ajustes', 'La variable RAFAGA_PEPPER debe ser una clave'),
      fault('Ajustes', 'La variable RAFAGA_PROXIES debe nombrar las redes'),
      fault('Redis', 'Redis no responde en 127.0.0.1:9: conexión rechazada [ECONNREFUSED]'),
      fault('Certificados', 'falta el de'),
      fault('SUNAT', 'no se llega a 127.0.0.1:9: rechaza'),
      fault('SUNAT', 'es privada'),
    ]),
  );
  expect({ code, resultado }).toEqual({ code: 1, resultado: 'mal' });
});

test('without PostgreSQL the rest is examined', async () => {
  const { found, areas } = await examine({ DATABASE_URL: 'postgresql://127.0.0.1:9/x' });
  expect(found).toEqual([
    fault('PostgreSQL', 'PostgreSQL no responde en 127.0.0.1:9: conexión rechazada [ECONNREFUSED]'),
  ]);
  expect([...areas]).toEqual(expect.arrayContaining(['Redis', 'Archivos']));
});

function serveDate(date: Date): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { Date: date.toUTCString() }).end();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
