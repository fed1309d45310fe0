/** "Consultar a SUNAT": in every state it asks, shows both sides, and never sends. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findInquiry, type ReviewReason } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { REVIEW } from '@rafaga/operations';
import type { RunningWorker } from '@rafaga/worker';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import { aSender, issue, type Sender } from '../support/senders.js';
import { SECRET_KEYS } from '../support/settings.js';
import {
  inReview,
  settled,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let environment: TestEnvironment;
let panel: TestPanel;
let worker: RunningWorker;
let support: Browser;
let operator: Browser;
/** Sends at once. */
let sender: Sender;
/**
 * Paused: nothing of it is sent unless a request of the test does it. Its certificate was refused:
 * no worker holds a document meanwhile, to sign it.
 */
let paused: Sender;

beforeAll(async () => {
  environment = await startEnvironment();
  const { databaseUrl, redisUrl, simulatorUrl } = environment;
  panel = await startTestPanel({ databaseUrl, redisUrl, simulatorUrl, secretKeys: SECRET_KEYS });
  [support, operator] = [await panel.as('support'), await panel.as('operator')];
  sender = await aSender(environment.db);
  paused = await aSender(environment.db);
  await pauseUntil('9999-12-31');
  await environment.db.pool.query(
    'UPDATE businesses SET certificate_refused_at = now() WHERE id = $1',
    [paused.id],
  );
  worker = await environment.work();
});
afterAll(async () => {
  await panel.stop();
  await environment.stop();
});

const pauseUntil = (until: string | null) =>
  environment.db.pool.query('UPDATE businesses SET paused_until = $2 WHERE id = $1', [
    paused.id,
    until,
  ]);

/** Everything that a send, or the beginning of one, would change. */
async function traces(id: number) {
  const rows = async (table: string) =>
    (await environment.db.pool.query(`SELECT * FROM ${table} WHERE document_id = $1`, [id])).rows;
  const { rows: found } = await environment.db.pool.query(
    `SELECT b.ruc || CASE d.kind WHEN 'factura' THEN '-01-' ELSE '-03-' END || d.series || '-'
      || d.number AS name FROM documents d JOIN businesses b ON b.id = d.business_id
      WHERE d.id = $1`,
    [id],
  );
  return {
    emissions: await rows('emissions'),
    outcomes: await rows('outcomes'),
    files: await rows('files'),
    receipts: await environment.received(found[0].name),
  };
}

async function press(browser: Browser, id: number): Promise<void> {
  await browser.open(`/referencias/${id}`);
  await browser.submit({}, { action: '/consultar' });
  expect(browser.path).toBe(`/referencias/${id}?hecho=consultada`);
}

const answered = (id: number) =>
  waitFor(`an answer for ${id}`, async () => (await findInquiry(environment.db, id))?.result);

/** Presses the button of each document, and proves that nothing but the answers is new. */
async function askedOfEach(browser: Browser, ids: readonly number[]) {
  const before = await Promise.all(ids.map(traces));
  for (const id of ids) await press(browser, id);
  const answers = await Promise.all(ids.map(answered));
  expect(await Promise.all(ids.map(traces))).toEqual(before);
  return answers.map(({ outcome }) => outcome);
}

/** Presses the button, and opens the page that shows the answer. */
async function asked(browser: Browser, id: number) {
  const [outcome] = await askedOfEach(browser, [id]);
  await browser.open(`/referencias/${id}`);
  return outcome;
}

test.each([
  ['factura', undefined, 'ours_accepted', /SUNAT tiene este comprobante, aceptado/],
  ['factura', '20999999003', 'ours_rejected', /SUNAT tiene este comprobante, rechazado/],
  ['boleta', undefined, 'ours_accepted', /Total ?PEN 59.00 ?PEN 59.00.*coincide/],
] as [Kind, string | undefined, string, RegExp][])(
  'of a settled %s (client %s) it shows what SUNAT has: %s',
  async (kind, client, outcome, shown) => {
    const id = await environment.issue(sender, kind, client);
    await environment.until(id, settled);
    expect(await asked(support, id)).toBe(outcome);
    expect(support.text).toMatch(shown);
    expect(support.text).toMatch(/Lo que enviamos y lo que SUNAT dice/);
    expect(support.text).toMatch(/Consultar no envió nada/);
    expect(support.text).toMatch(/consultado.*consulta pedida por support.*sin enviar nada/);
  },
);

test('another document under the number is shown, and fills in the resolution', async () => {
  const own = await aSender(environment.db);
  const name = `${own.ruc}-01-F001-1`;
  const foreign = { documento: name, cliente: '20100070970', total: '42.00' };
  await environment.controlSimulator('ajenos', { ...foreign, resultado: 'aceptado' });
  const id = await environment.issue(own, 'factura');
  await environment.until(id, inReview);
  expect(await asked(operator, id)).toBe('other');
  expect(operator.text).toMatch(
    /SUNAT tiene otro comprobante con este número.*2010007\*+.*difiere/,
  );
  await operator.submit({}, { action: '/resolver' });
  expect(operator.path).toBe(`/referencias/${id}?hecho=propuesta`);
  expect(operator.text).toMatch(
    /Resolver como descartada: espera la aprobación de otra persona.*Consulta a SUNAT del/,
  );
});

test.each([
  ['boleta', '03-B001', '45678912'],
  ['factura', '01-F001', '20601234561'],
] as const)(
  'another %s of this client, date and total is not taken for one that SUNAT refused',
  async (kind, series, cliente) => {
    const own = await aSender(environment.db);
    const documento = `${own.ruc}-${series}-1`;
    await environment.controlSimulator('ajenos', { documento, cliente, total: '59.00' });
    const id = await environment.issue(own, kind);
    await environment.until(id, inReview);
    expect(await asked(operator, id)).toBe('taken');
    expect(operator.html).not.toMatch(/name="como"[^>]* checked/);
  },
);

/** A document of the paused business, as if it had been sent once and SUNAT had not got it. */
async function sentOnce(kind: Kind, change = `stage = 'sending'`): Promise<number> {
  // without its job: a worker that took it meanwhile would hold it
  const id = await issue(environment.db, paused, kind);
  await environment.db.pool.query(
    `UPDATE emissions SET ${change}, sends = 1, attempts = 1, intent_at = now()
      WHERE document_id = $1`,
    [id],
  );
  return id;
}

const STATES: [string, string][] = [
  ['waiting', `stage = 'sending', retry_class = 'unknown'`],
  [
    'held by a worker',
    `stage = 'sending', lease_owner = 'w', lease_until = now() + interval '1 hour'`,
  ],
  ...(Object.keys(REVIEW) as ReviewReason[]).map((reason): [string, string] => [
    `in review: ${reason}`,
    `stage = 'review', review_reason = '${reason}', claimed_code = '1033'`,
  ]),
];

test.each(STATES)('%s: nothing is sent, and SUNAT has it not', async (_state, change) => {
  const [factura, boleta] = [await sentOnce('factura', change), await sentOnce('boleta', change)];
  // a worker looks for new inquiries once a second, and answers all that there are
  const outcomes = await askedOfEach(support, [factura, boleta]);
  expect(outcomes).toEqual(['not_found', 'not_as_ours']);
  await support.open(`/referencias/${factura}`);
  expect(support.text).toContain('SUNAT no tiene un comprobante con este número');
  await support.open(`/referencias/${boleta}`);
  expect(support.text).toMatch(/Este número, con esta fecha y este total.*no lo conoce.*difiere/);
  for (const id of [factura, boleta]) expect((await traces(id)).receipts).toEqual([]);
});

test('what was never sent is not asked about', async () => {
  const id = await environment.issue(paused, 'factura');
  await support.open(`/referencias/${id}`);
  expect(support.html).not.toContain('/consultar');
});

test('a boleta without credentials of Consulta Integrada says so', async () => {
  const without = await aSender(environment.db, { consult: false });
  const id = await environment.issue(without, 'boleta');
  await environment.until(id, settled);
  await support.open(`/referencias/${id}`);
  expect(support.html).not.toContain('/consultar');
  expect(support.text).toMatch(
    /No se puede consultar a SUNAT: por una boleta solo responde Consulta Integrada, y su negocio/,
  );
});

test('a SUNAT that does not answer leaves nothing known', async () => {
  const id = await sentOnce('factura');
  await environment.controlSimulator('caida', { modo: 'corte', servicios: ['consulta', 'rest'] });
  try {
    expect(await asked(support, id)).toBe('no_answer');
    expect(support.text).toContain('no se sabe si lo tiene');
  } finally {
    await environment.controlSimulator('normal', {});
  }
});

test('two presses at once ask once, and the audit names who asked', async () => {
  const id = await sentOnce('factura');
  await support.open(`/referencias/${id}`);
  await operator.open(`/referencias/${id}`);
  // the first would be answered before the second press
  await worker.stop();
  await Promise.all([
    support.submit({}, { action: '/consultar' }),
    operator.submit({}, { action: '/consultar' }),
  ]);
  const { rows } = await environment.db.pool.query(
    'SELECT asked_by AS actor FROM inquiries WHERE document_id = $1',
    [id],
  );
  worker = await environment.work();
  expect(rows).toEqual([{ actor: expect.stringMatching(/^panel:(support|operator)-/) }]);
  const acts = await environment.db.prisma.audit.findMany({
    where: { documentId: id },
    select: { action: true, actor: true },
  });
  expect(acts).toEqual([{ action: 'document.ask', ...rows[0] }]);
  await answered(id);
});

test('"Reanudar" is what sends', async () => {
  const id = await sentOnce('factura', `stage = 'review', review_reason = 'crashes'`);
  await asked(operator, id);
  await pauseUntil(null);
  await operator.submit({}, { action: '/reanudar' });
  const { outcome } = await environment.until(id, settled);
  expect(outcome?.state).toBe('accepted');
  expect((await traces(id)).receipts.length).toBeGreaterThan(0);
});

test.each([
  ['unreadable', '2099-01-01', /lo indicado es Reanudar.*¿Qué consta\?/, false],
  ['unreadable', '2026-01-01', /Está llenado con la última consulta/, true],
  ['certificate', '2099-01-01', /Está llenado con la última consulta/, true],
])('%s, to be sent until %s: what SUNAT has not says %s', async (reason, until, said, filled) => {
  const id = await sentOnce(
    'factura',
    `stage = 'review', review_reason = '${reason}', deadline = '${until}'`,
  );
  expect(await asked(operator, id)).toBe('not_found');
  expect(operator.text).toMatch(said);
  expect(/value="descartada"[^>]* checked/.test(operator.html)).toBe(filled);
});
