/**
 * Bulk operations in Chromium, with a real worker and the simulator: live without a reload, one
 * operation however often it is pressed, and carried on after the panel was killed.
 */
import { expect, test } from '@jest/globals';
import { createOperation, findSummary } from '@rafaga/db';
import type { Page } from 'playwright-core';
import { freePort } from '../support/freePort.js';
import { PASSWORD, startTestPanel } from '../support/panel.js';
import { startPanelProcess } from '../support/panelProcess.js';
import { aSender, issueMany } from '../support/senders.js';
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.js';
import { waitFor } from '../support/waitFor.js';
import { andArrive, openWindow } from './chromium.js';
import { panelSession } from './panelSession.js';

const REASON = 'ya se corrigió el programa';

const session = panelSession('operator');

/** Enough for the panel to be killed before it has done them all. */
const MANY = 150;

/** Boletas that wait in review. */
async function inReview(db: TestEnvironment['db'], count: number): Promise<number[]> {
  const sender = await aSender(db);
  const ids = await issueMany(db, sender, 'boleta', Array(count).fill('45678912'));
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes' WHERE document_id = ANY ($1)`,
    [ids],
  );
  return ids;
}

const main = (page: Page) => page.getByRole('main');

const shows = (page: Page, text: RegExp): Promise<boolean> =>
  waitFor(`the page to show ${text}`, async () =>
    text.test((await main(page).textContent()) ?? ''),
  );

test('26 in review are resumed from the list, without a reload and only once', async () => {
  const { page } = session;
  const ids = await inReview(session.environment.db, 26);
  await session.environment.work();
  await page.goto('/referencias?ver=detenidas&motivo=review');
  await page.getByLabel('Elegir todas las de esta página').check();
  await andArrive(page, () => page.getByRole('button', { name: 'Reanudar las elegidas' }).click());
  expect(await main(page).textContent()).toContain('26 referencias');
  await page.getByLabel('¿Por qué?').fill(REASON);
  await andArrive(page, () => page.getByRole('button', { name: 'Reanudar las 26' }).dblclick());
  await page.evaluate('window.loadedOnce = true');
  await shows(page, /terminada.*26 de 26.*26 aceptadas/);
  expect(await page.evaluate('window.loadedOnce')).toBe(true);
  expect(await page.getByRole('button', { name: 'Pausar' }).count()).toBe(0);
  for (const id of ids)
    expect((await findSummary(session.environment.db, id))?.state).toBe('accepted');

  // the way back, and a reload, lead to the operation instead of starting another one
  const address = page.url();
  await page.goBack();
  await page.waitForURL(address);
  await page.reload();
  const { rowCount } = await session.environment.db.pool.query('SELECT FROM operations');
  expect(rowCount).toBe(1);
});

test('a canary that SUNAT rejects stops the operation, and the page says so', async () => {
  const { page } = session;
  const { db } = session.environment;
  const sender = await aSender(db);
  const rejected = '99990003';
  const ids = await issueMany(db, sender, 'boleta', [rejected, '45678912']);
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'broken'
        WHERE document_id = ANY ($1)`,
    [ids],
  );
  await page.goto(`/operaciones/nueva?motivo=broken&ruc=${sender.ruc}`);
  await page.getByLabel('¿Por qué?').fill(REASON);
  await andArrive(page, () => page.getByRole('button', { name: 'Reanudar las 2' }).click());
  await shows(page, /en pausa.*SUNAT rechazó la de prueba/);
  expect((await findSummary(db, ids[1] ?? 0))?.emission?.stage).toBe('review');
  await andArrive(page, () =>
    page.getByRole('button', { name: 'Continuar con otra de prueba' }).click(),
  );
  await shows(page, /terminada/);
  expect((await findSummary(db, ids[1] ?? 0))?.state).toBe('accepted');
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/ingresar');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña').fill(PASSWORD);
  await andArrive(page, () => page.getByRole('button', { name: 'Ingresar' }).click());
}

test('an operation goes on after its panel was killed, and does no document twice', async () => {
  const environment = await startEnvironment();
  const { db } = environment;
  const people = await startTestPanel({ databaseUrl: environment.databaseUrl });
  const [starter, approver] = [await people.person('operator'), await people.person('operator')];
  await people.stop();
  const ids = await inReview(db, MANY);
  const id = await createOperation(
    db,
    { actor: 'test', userId: starter.id, reason: REASON },
    {
      token: crypto.randomUUID(),
      task: { action: 'resolve', resolution: 'discarded' },
      selection: 'todas',
      ids,
    },
  );
  const port = await freePort();
  const first = await startPanelProcess(environment, port);
  const visitor = await openWindow(session.chromium, `http://127.0.0.1:${port}`);
  const { page } = visitor;
  await signIn(page, approver.email);
  await page.goto(`/operaciones/${id}`);
  await andArrive(page, () => page.getByRole('button', { name: 'Aprobar' }).click());

  const done = async () =>
    (
      await db.pool.query(
        `SELECT FROM operation_items WHERE operation_id = $1 AND state = 'done'`,
        [id],
      )
    ).rowCount ?? 0;
  await waitFor('some documents to be done', async () => (await done()) > 20);
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  expect(await done()).toBeLessThan(MANY);

  const second = await startPanelProcess(environment, port);
  await shows(page, new RegExp(`terminada.*${MANY} de ${MANY}`));
  const { rows } = await db.pool.query<{ times: number }>(
    `SELECT count(*)::int AS times FROM attempts WHERE step = 'resolved'
        AND document_id = ANY ($1) GROUP BY document_id`,
    [ids],
  );
  expect(rows).toEqual(Array(MANY).fill({ times: 1 }));
  await visitor.leave();
  await second.end('SIGTERM');
  await environment.stop();
});
