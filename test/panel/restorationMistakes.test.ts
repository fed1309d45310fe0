/** The wrong steps of a restoration: each is refused, or named before it is taken. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createHeartbeat, finishStep, openedRestoration } from '@rafaga/db';
import { openRestoration } from '../../packages/db/src/restoration/restoration.js';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { aHome, rafagaIn } from '../support/cli.js';
import { PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import type { Browser } from './browser.js';
import { REBUILT } from './rebuilt.js';

let servers: OwnServers;
let panel: TestPanel;
let filesDir: string;
beforeAll(async () => {
  servers = await ownServers();
  filesDir = await mkdtemp(path.join(tmpdir(), 'rafaga-mistakes-'));
  const { databaseUrl, redisUrl } = servers;
  panel = await startTestPanel({ databaseUrl, redisUrl, filesDir });
});
afterAll(async () => {
  await panel.stop();
  await servers.drop();
  await rm(filesDir, { recursive: true });
});

const AT = '/restauracion';

beforeEach(async () => {
  await panel.db.pool.query('DELETE FROM restorations WHERE ended_at IS NULL');
  await openRestoration(panel.db.pool, 'api caja-1', { reason: 'se restauró una copia' });
});

async function rebuilt(): Promise<void> {
  const open = await openedRestoration(panel.db);
  await finishStep(panel.db, { id: open?.id as number, epoch: 0 }, 'rebuild', REBUILT);
}

/** Acts on the page that is open, whatever forms it shows. */
const post = (browser: Browser, action: string, fields: Record<string, string>) =>
  browser.open(`${AT}/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...tokenOf(browser), ...fields }),
    headers: { Referer: new URL(AT, browser.url).href },
  });

function tokenOf({ html }: Browser): Record<string, string> {
  const [, ficha = ''] = /name="ficha" value="([^"]*)"/.exec(html) ?? [];
  return { ficha };
}

async function secondBrowser(email: string): Promise<Browser> {
  const browser = panel.visitor();
  await browser.open('/ingresar');
  return browser.submit({ correo: email, clave: PASSWORD });
}

test('a step without a worker says that none runs, and is requested once', async () => {
  const [ana, luis] = [await panel.as('operator'), await panel.as('admin')];
  await ana.open(AT);
  await luis.open(AT);
  expect(ana.text).toContain('No hay ningún procesador en marcha');
  await ana.submit({ paso: 'rebuild' }, { action: '/restauracion/paso' });
  expect(ana.text).toContain('No hay ningún procesador en marcha');
  expect(ana.text).not.toContain('Lo hace un procesador');
  await luis.submit({ paso: 'rebuild' }, { action: '/restauracion/paso' });
  expect([luis.status, luis.text]).toEqual([
    409,
    expect.stringContaining('Ya hay un paso pedido, que hace un procesador'),
  ]);
  const heart = createHeartbeat(panel.db, {
    kind: 'worker',
    name: 'tienda-1',
    version: '1.0.0',
    conditions: () => [],
  });
  await heart.check();
  await ana.open(AT);
  expect(ana.text).toContain('Lo hace un procesador');
  await heart.close();
});

test('the end is refused before the rebuild, and to the person who proposed it', async () => {
  const ana = await panel.as('operator');
  const { email } = await panel.person('admin');
  const [luis, luisAtHome] = [await secondBrowser(email), await secondBrowser(email)];
  await luis.open(AT);
  await post(luis, 'terminar', { salto: '5', motivo: 'ya está todo' });
  expect([luis.status, luis.text]).toEqual([
    409,
    expect.stringContaining('Falta el primer paso: reconstruir'),
  ]);
  await rebuilt();
  await luis.open(AT);
  await ana.open(AT);
  const end = { salto: '5', motivo: 'ya está todo' };
  await luis.submit(end, { action: '/terminar' });
  await ana.submit(end, { action: '/terminar' });
  expect([ana.status, ana.text]).toEqual([
    409,
    expect.stringContaining('Su fin ya está propuesto'),
  ]);
  await luisAtHome.open(AT);
  expect(luisAtHome.html).not.toContain('/aprobar');
  const proposal = (await openedRestoration(panel.db))?.proposedAt?.toISOString() ?? '';
  await post(luisAtHome, 'aprobar', { propuesta: proposal });
  expect([luisAtHome.status, luisAtHome.text]).toEqual([
    409,
    expect.stringContaining('Es tu propia propuesta'),
  ]);
  expect(await openedRestoration(panel.db)).toBeDefined();
});

test('two who approve at once end it once', async () => {
  const [ana, luis, eva] = [
    await panel.as('operator'),
    await panel.as('admin'),
    await panel.as('admin'),
  ];
  await rebuilt();
  await ana.open(AT);
  await ana.submit({ salto: '5', motivo: 'ya está todo' }, { action: '/terminar' });
  await luis.open(AT);
  await eva.open(AT);
  await Promise.all([luis, eva].map((each) => each.submit({}, { action: '/aprobar' })));
  expect([luis.status, eva.status].sort()).toEqual([200, 409]);
  const { rows } = await panel.db.pool.query(
    `SELECT count(*)::int FROM audit WHERE action = 'restoration.end'`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('what no step brought back is named before two persons accept its loss', async () => {
  const { ruc } = await aBusiness(panel.db, 'B001');
  const mark = { ruc, environment: 'simulator', kind: 'boleta', series: 'B001', number: 7 };
  await mkdir(path.join(filesDir, 'marks'), { recursive: true });
  await writeFile(
    path.join(filesDir, 'marks', 'caja-1-1-a.json'),
    JSON.stringify({ ids: [94_000_000_000_000], series: [mark], at: new Date() }),
  );
  const [ana, luis] = [await panel.as('operator'), await panel.as('admin')];
  await rebuilt();
  const missing = `${ruc} B001: se emitió del 1 al 7, y la base de datos no lo sabe`;
  await ana.open(AT);
  expect(ana.text).toMatch(/Sigue faltando.*se da por perdido/s);
  expect(ana.text).toContain(missing);
  await ana.submit({ salto: '5', motivo: 'ya está todo' }, { action: '/terminar' });
  await luis.open(AT);
  expect(luis.text).toContain(missing);
  await luis.submit({}, { action: '/aprobar' });
  expect(luis.text).toContain('Algo de lo emitido no se recuperó');
  expect(luis.text).toContain('No hay ninguna restauración abierta');
  expect(await openedRestoration(panel.db)).toBeUndefined();
});

test('the terminal shows an open restoration also while the marks cannot be read', async () => {
  await rebuilt();
  const home = aHome({ DATABASE_URL: servers.databaseUrl });
  await mkdir(path.join(home, 'files'));
  await writeFile(path.join(home, 'files', 'marks'), 'no folder');
  const { code, json } = await rafagaIn(home)('restaurar', '--json');
  expect([code, json]).toEqual([0, expect.objectContaining({ abierta: true, sigue: 'ask' })]);
});
