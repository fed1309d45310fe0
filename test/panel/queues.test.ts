/** The queues: pausing one with a reason, and resuming many references after a canary. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIssuance, findSummary, type Issuance } from '@rafaga/db';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { resolvedByTwo } from '../exchange/twoPersons.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { type OwnServers, ownServers } from '../support/servers.js';
import type { Browser } from './browser.js';

let servers: OwnServers;
let panel: TestPanel;
let issuance: Issuance;
let operator: Browser;
beforeAll(async () => {
  servers = await ownServers();
  panel = await startTestPanel({ databaseUrl: servers.databaseUrl, redisUrl: servers.redisUrl });
  issuance = createIssuance(panel.db);
  operator = await panel.as('operator');
});
afterAll(async () => {
  await issuance.close();
  await panel.stop();
  await servers.drop();
});

async function inReview(count: number, why = 'crashes') {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  const ids: number[] = [];
  for (let time = 0; time < count; time++) {
    const issued = await issuance.issue(aDocument(id));
    if (issued.is === 'issued') ids.push(issued.id);
  }
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = $2 WHERE document_id = ANY ($1)`,
    [ids, why],
  );
  return { ruc, ids };
}

const stagesOf = async (ids: number[]) =>
  Promise.all(ids.map(async (id) => (await findSummary(panel.db, id))?.emission?.stage));

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
  await reads(operator, /en marcha/);
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
  await reads(operator, /en marcha.*Reanudada por operator-/);
});

test('a batch is resumed only after the canary was settled', async () => {
  const { ruc, ids } = await inReview(4);
  const [first = 0, second = 0] = ids;
  await operator.open('/colas');
  const plan = `${operator.links.find((link) => link.startsWith('/operaciones?motivo=crashes'))?.replaceAll('&amp;', '&')}&ruc=${ruc}`;
  await operator.open(plan);
  expect(operator.text).toMatch(/Detenidas por esto ?4/);
  expect(operator.html).not.toContain('value="lote"');
  const press = (cuantas: string, prueba: number | '') =>
    operator.submit(
      { motivo: 'crashes', codigo: '', ruc, cuantas, prueba: String(prueba) },
      { action: '/operaciones' },
    );

  await press('lote', '');
  expect([operator.status, operator.text]).toEqual([
    409,
    expect.stringContaining('Empieza con una de prueba'),
  ]);
  await operator.open(plan);
  await press('una', '');
  expect(operator.path).toContain(`prueba=${first}`);
  expect(await stagesOf(ids)).toEqual(['recorded', 'review', 'review', 'review']);
  expect(operator.text).toContain('La de prueba todavía no termina');

  // the canary returns to review: the others would too
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken' WHERE document_id = $1`,
    [first],
  );
  await press('lote', first);
  expect([operator.status, operator.text]).toEqual([
    409,
    expect.stringContaining('volvió a revisión'),
  ]);

  // the next canary is accepted
  await operator.open(plan);
  await press('una', '');
  await panel.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken' WHERE document_id = $1`,
    [second],
  );
  await resolvedByTwo(panel.db, second, 'discarded', 'no consta en SOL');
  await operator.open(`${plan}&prueba=${second}`);
  await operator.submit({}, { action: '/operaciones' });
  expect(operator.text).toMatch(/2 reanudadas de 2.*No queda ninguna/);
  expect(await stagesOf(ids)).toEqual(['review', undefined, 'recorded', 'recorded']);
});

test('support reads the plan and has no button', async () => {
  const { ruc } = await inReview(2, 'broken');
  const support = await panel.as('support');
  await support.open(`/operaciones?motivo=broken&ruc=${ruc}`);
  expect(support.text).toMatch(/Detenidas por esto ?2/);
  expect(support.all('main')[0]?.getElementsByTagName('form').length).toBe(0);
});

test('the page compares Redis with PostgreSQL', async () => {
  await reads(operator, /¿Coinciden\?.*Por tomar ?\d+/);
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
  expect(operator.text).toMatch(/procesadorcaja-8\S* sin señaleshace 4\d s/);
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
  await panel.db.pool.query(`DELETE FROM processes WHERE name LIKE 'caja-%'`);
});
