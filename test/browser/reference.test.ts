/** The page of a reference in Chromium: it follows what happens, and keeps what a person began. */
import { beforeAll, expect, test } from '@jest/globals';
import { aSender, type Sender } from '../support/senders.js';
import { inspect } from './inspect.js';
import { panelSession } from './panelSession.js';

const session = panelSession('admin');
let sender: Sender;
beforeAll(async () => {
  sender = await aSender(session.environment.db);
  await pause('9999-12-31');
  await session.environment.work();
});

const pause = (until: string | null) =>
  session.environment.db.pool.query('UPDATE businesses SET paused_until = $2 WHERE id = $1', [
    sender.id,
    until,
  ]);

test('the page follows its document to the end, and keeps what was opened', async () => {
  const { page } = session;
  const id = await session.environment.issue(sender, 'boleta');
  await page.goto(`/referencias/${id}`);
  await page.getByRole('definition').filter({ hasText: 'Por ahora nada se envía' }).waitFor();
  await page.getByText('Lo que envió el cliente').click();
  await page.evaluate('window.stayed = true');
  await pause(null);
  await page.getByText('SUNAT lo aceptó').waitFor();
  expect(await page.evaluate('window.stayed')).toBe(true);
  expect(await page.getByText('Precio unitario').isVisible()).toBe(true);
  expect(await page.locator('main').textContent()).toMatch(/\d\d:\d\d:\d\d\.\d{3}/);
  expect(await inspect(page)).toEqual([]);
});

test('what is being typed survives the refresh, and a notice is shown once', async () => {
  const { page } = session;
  await pause('9999-12-31');
  const id = await session.environment.issue(sender, 'factura');
  await session.environment.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'crashes', sends = 1
        WHERE document_id = $1`,
    [id],
  );
  await page.goto(`/referencias/${id}`);
  await page.getByRole('button', { name: 'Consultar a SUNAT' }).click();
  await page.getByText('Pedido: aquí abajo se ve cuándo un procesador').waitFor();
  expect(page.url()).not.toContain('hecho');
  await page.getByText('Resolver con lo que consta').click();
  await page.getByLabel('¿Qué se verificó y dónde?').fill('Visto en SOL, hoy');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByText('SUNAT no tiene un comprobante con este número').waitFor();
  expect(await page.getByLabel('¿Qué se verificó y dónde?').inputValue()).toBe('Visto en SOL, hoy');
  expect(await page.getByLabel('¿Qué se verificó y dónde?').isVisible()).toBe(true);
  expect(await inspect(page)).toEqual([]);
});

test('what is selected survives the refresh, also when the browser does not copy', async () => {
  const { page } = session;
  const id = await session.environment.issue(sender, 'boleta');
  await page.goto(`/referencias/${id}`);
  await page.getByText('Informe para soporte').click();
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))`);
  await page.locator('[data-copy=informe]').click();
  await page.getByRole('button', { name: 'Cópialo con Ctrl+C' }).waitFor();
  const selected = () => page.evaluate<string>('String(getSelection())');
  const report = await selected();
  expect(report).toContain('RUC: ');
  const polled = () =>
    page.waitForResponse((answer) => answer.request().headers()['x-panel-poll'] === '1');
  // the second is asked for when the first was handled
  await polled();
  await polled();
  expect(await selected()).toBe(report);

  // it says so as soon as what it shows is old
  await page.evaluate('Date.now = (now => () => now() + 60_000)(Date.now)');
  await page.getByText('La actualización espera mientras tengas texto seleccionado.').waitFor();
  expect(await selected()).toBe(report);
  await page.evaluate('getSelection().removeAllRanges()');
  await page.getByText('SIN DATOS desde las').waitFor({ state: 'detached' });
});
