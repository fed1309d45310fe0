/** The page of a reference in Chromium: it follows what happens, and keeps what a person began. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import { aSender, type Sender } from '../support/senders.js';
import { aChromium, type BrowserWindow, openWindow } from './chromium.js';
import { inspect } from './inspect.js';
import { KeyboardUser } from './keyboardUser.js';

const LONG = 240_000;

let environment: PanelEnvironment;
let chromium: Browser;
let admin: BrowserWindow;
let sender: Sender;

beforeAll(async () => {
  [environment, chromium] = await Promise.all([startPanelEnvironment(), aChromium()]);
  sender = await aSender(environment.db);
  await pause('9999-12-31');
  await environment.work();
  admin = await openWindow(chromium, environment.panel.url);
  const { email } = await environment.panel.person('admin');
  await new KeyboardUser(admin.page).signIn(email);
}, LONG);
afterAll(async () => {
  await admin.leave();
  await chromium.close();
  await environment.stop();
});

const pause = (until: string | null) =>
  environment.db.pool.query('UPDATE businesses SET paused_until = $2 WHERE id = $1', [
    sender.id,
    until,
  ]);

test(
  'the page follows its document to the end, without a reload and without losing what was opened',
  async () => {
    const { page } = admin;
    const id = await environment.issue(sender, 'boleta');
    await page.goto(`/referencias/${id}`);
    await page.getByRole('definition').filter({ hasText: 'Por ahora nada se envía' }).waitFor();
    await page.getByText('Lo que envió el cliente').click();
    await page.evaluate('window.stayed = true');
    await pause(null);
    await page.getByText('SUNAT lo aceptó').waitFor({ timeout: LONG });
    expect(await page.evaluate('window.stayed')).toBe(true);
    expect(await page.getByText('Precio unitario').isVisible()).toBe(true);
    expect(await page.locator('main').textContent()).toMatch(/\d\d:\d\d:\d\d\.\d{3}/);
    expect(await inspect(page)).toEqual([]);
  },
  LONG,
);

test(
  'what is being typed survives the refresh, and a notice is shown once',
  async () => {
    const { page } = admin;
    await pause('9999-12-31');
    const id = await environment.issue(sender, 'factura');
    await environment.db.pool.query(
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
    expect(await page.getByLabel('¿Qué se verificó y dónde?').inputValue()).toBe(
      'Visto en SOL, hoy',
    );
    expect(await page.getByLabel('¿Qué se verificó y dónde?').isVisible()).toBe(true);
    expect(await inspect(page)).toEqual([]);
  },
  LONG,
);
