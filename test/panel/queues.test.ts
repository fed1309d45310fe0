/** The queues: pausing one with a reason, and what their page says of Redis and of processes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claim, holdBusiness, resumeQueue } from '@rafaga/db';
import { setPaused } from '@rafaga/queue';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender, issue } from '../support/senders.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import type { Browser } from './browser.js';

let servers: OwnServers;
let panel: TestPanel;
let operator: Browser;
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
  operator = await panel.as('operator');
});
afterAll(async () => {
  await panel.stop();
  await servers.drop();
});

/** Presses a button again while Redis is too busy to answer, as the page advises. */
async function pressed(
  browser: Browser,
  fields: Record<string, string>,
  action?: string,
): Promise<void> {
  for (let time = 0; time < 20; time++) {
    await browser.submit(fields, action ? { action } : {});
    if (browser.status !== 503) return;
    await browser.open(action ? '/colas' : '/colas/emit/pausar');
  }
}

async function reads(browser: Browser, text: RegExp): Promise<void> {
  for (let time = 0; time < 20; time++) if (text.test((await browser.open('/colas')).text)) return;
  expect(browser.text).toMatch(text);
}

test('a queue is paused with a reason, which the page of the queues shows', async () => {
  await reads(operator, /Emisión.{0,4}sin procesadores/);
  await operator.open(operator.links.find((link) => link.endsWith('/emit/pausar')) ?? '');
  await operator.submit({ motivo: '' });
  expect([operator.status, operator.text]).toEqual([422, expect.stringContaining('Di por qué')]);
  await pressed(operator, { motivo: 'SUNAT avisó un mantenimiento' });
  const support = await panel.as('support');
  await reads(
    support,
    /en pausa.*Pausada por operator-\S+@prueba\.pe el .*: «SUNAT avisó un mantenimiento»/,
  );
  expect(support.links.some((link) => link.endsWith('/pausar'))).toBe(false);
  await reads(operator, /en pausa/);
  await pressed(operator, {}, '/emit/reanudar');
  await reads(operator, /sin procesadores.*Reanudada por operator-/);
});

test('the page compares Redis with PostgreSQL', async () => {
  await reads(operator, /¿Coinciden PostgreSQL y Redis\?.*Por tomar ?\d+/);
});

test('home and queues name reported problems and processes without a heartbeat', async () => {
  const full = {
    word: 'redis_lleno',
    text: 'Redis está lleno y no acepta escrituras',
    remedy: 'Dale más memoria',
    since: new Date(),
  };
  await panel.db.pool.query(
    `INSERT INTO processes (kind, name, started_at, seen_at, progress_at, conditions) VALUES
      ('worker', 'caja-7', now() - interval '1 hour', now() + interval '1 minute', now(), $1),
      ('worker', 'caja-8', now() - interval '1 hour', now() - interval '40 seconds', NULL, '[]')`,
    [JSON.stringify([full])],
  );
  await reads(operator, /El procesador caja-8 no da señales/);
  expect(operator.text).toMatch(
    /Redis está lleno y no acepta escrituras.*Dale más memoria\. Lo dice: caja-7\./,
  );
  expect(operator.text).toMatch(/procesador caja, proceso 8\S* sin señaleshace 4\d s ?no se sabe/);
  // a connection to Redis proves no worker, a heartbeat does: caja-7 alone has a recent one
  const emission = operator.all('tr').find((row) => row.textContent?.startsWith('Emisión'));
  expect(emission?.getElementsByTagName('td')[6]?.textContent).toBe('1');
  for (
    let time = 0;
    time < 100 &&
    !/FALLA: El procesador caja-8 no da señales/.test((await operator.open('/inicio')).text);
    time++
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(operator.text).toMatch(
    /FALLA: El procesador caja-8 no da señales, desde hace 4\d s\..*Redis está lleno/,
  );
  const tile = operator.all('li').find((each) => each.textContent?.startsWith('Cola ✕ falla'));
  expect(tile?.getElementsByTagName('a')[0]?.getAttribute('href')).toBe('/colas#procesos');
  await panel.db.pool.query(`DELETE FROM processes WHERE name LIKE 'caja-%'`);
});

test('what waits because its business is paused is told so, and not as in its turn', async () => {
  const sender = await aSender(panel.db);
  await holdBusiness(panel.db, { actor: 'test', reason: 'mudanza' }, sender.id);
  await issue(panel.db, sender, 'boleta');
  await reads(operator, /registrado.{0,3}el negocio está en pausa/);
  expect(operator.text).not.toContain('en su turno');
  await operator.open('/colas/emit/pausar');
  expect(operator.text).toMatch(/Ahora (1 comprobante espera|\d+ comprobantes esperan)\./);
});

test('a pause that Redis has forgotten is shown and in force until it is resumed', async () => {
  await operator.open('/colas/emit/pausar');
  await pressed(operator, { motivo: 'SUNAT avisó un mantenimiento' });
  await setPaused(servers.redisUrl, 'emit', { paused: false });
  await reads(operator, /Emisión.{0,4}en pausa/);
  const sender = await aSender(panel.db);
  const id = await issue(panel.db, sender, 'boleta');
  expect(await claim(panel.db, id, 'a worker')).toBeUndefined();
  await pressed(operator, {}, '/emit/reanudar');
  expect(await claim(panel.db, id, 'a worker')).toMatchObject({ documentId: id });
});

test('emission is paused without Redis too, and the pages say so', async () => {
  const { databaseUrl } = servers;
  const without = await startTestPanel({ databaseUrl, redisUrl: 'redis://127.0.0.1:1' });
  try {
    const browser = await without.as('operator');
    await browser.open('/colas');
    await browser.open(browser.links.find((link) => link.endsWith('/emit/pausar')) ?? '');
    await browser.submit({ motivo: 'SUNAT avisó un mantenimiento' });
    await reads(
      browser,
      /Redis no responde.*Emisión.{0,4}en pausa.*Se reanuda cuando Redis responda/,
    );
    const sender = await aSender(panel.db);
    const id = await issue(panel.db, sender, 'boleta');
    expect(await claim(panel.db, id, 'a worker')).toBeUndefined();
    await resumeQueue(panel.db, { actor: 'test' }, 'emit');
    expect(await claim(panel.db, id, 'a worker')).toMatchObject({ documentId: id });
  } finally {
    await without.stop();
  }
});
