/** A business set up by keyboard at a person's pace, rehearsed, and followed to its first sale. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { PASSWORD } from '../support/panel.js';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import { aPfx } from '../support/pfx.js';
import { aChromium, type BrowserWindow, openWindow } from './chromium.js';
import { KeyboardUser } from './keyboardUser.js';

/** Typing and a worker take this long on a busy machine. */
const LONG = 240_000;

let testEnvironment: PanelEnvironment;
let chromium: Browser;
let browserWindow: BrowserWindow;
let user: KeyboardUser;
beforeAll(async () => {
  [testEnvironment, chromium] = await Promise.all([startPanelEnvironment(), aChromium()]);
  browserWindow = await openWindow(chromium, testEnvironment.panel.url);
  user = new KeyboardUser(browserWindow.page);
  await user.signIn((await testEnvironment.panel.person('admin')).email);
}, LONG);
afterAll(async () => {
  await browserWindow.leave();
  await chromium.close();
  await testEnvironment.stop();
});

const aRuc = () => `20${String(randomInt(1e9)).padStart(9, '0')}`;

async function fillData(ruc: string): Promise<void> {
  await user.fill('RUC', ruc);
  await user.fill('Razón social', 'Bodega Rosa S.A.C.');
  await user.fill('Domicilio fiscal', 'Av. Grau 123');
  await user.fill('Ubigeo', 'Lince');
  await user.enter();
}

async function fillCertificate(ruc: string): Promise<void> {
  const { page } = browserWindow;
  const buffer = await aPfx(ruc, 'clave-1');
  // the listener must exist before the event
  const chooser = page.waitForEvent('filechooser');
  await user.reach(user.field('Archivo .pfx, .p12 o .pem'));
  await user.press('Space');
  await (await chooser).setFiles({ name: 'rosa.pfx', mimeType: 'application/x-pkcs12', buffer });
  await user.fill('Clave del archivo', 'clave-1');
  await user.enter();
}

test(
  'a business is set up and rehearsed in less than 45 seconds of typing, then awaits its call',
  async () => {
    const { page } = browserWindow;
    const ruc = aRuc();
    await page.goto('/negocios/nuevo');
    const before = user.seconds;
    await fillData(ruc);
    await fillCertificate(ruc);
    await user.fill('Usuario SOL secundario', 'MODDATOS');
    await user.fill('Clave SOL', 'moddatos');
    await user.enter();
    await user.reach(page.getByRole('radio', { name: /^con IGV/ }));
    await user.press('Space');
    await user.enter();
    await user.push('Hacer el ensayo general');
    await page.getByText('Ningún procesador lo terminó todavía.').waitFor();
    await testEnvironment.work();
    // the page is not reloaded
    await page.getByText('La aceptó el simulador, con código 0.').waitFor();
    const sheet = page.frameLocator('iframe').getByRole('img', { name: /^Ticket del ensayo/ });
    await sheet.waitFor();
    await user.push('Activar negocio');
    await user.fill('Nombre', 'Caja');
    await user.enter();
    const key = (await page.locator('#api-key').textContent()) ?? '';
    const secret = (await page.locator('#api-secret').textContent()) ?? '';
    await user.push('Ya la guardé', 'link');
    expect(user.seconds - before).toBeLessThan(45);

    await page.getByText('Esperando tu primera llamada…').waitFor();
    const credentials = { 'X-Api-Key': key, 'X-Api-Secret': secret };
    const { api } = testEnvironment;
    expect((await api.boleta(credentials, { serie: 'B999' })).status).toBe(422);
    // the page is not reloaded
    await page.getByText(/los datos de la venta no son válidos\. Revisa: serie/).waitFor();
    expect((await api.boleta(credentials)).status).toBe(201);
    await page.getByText('Llegó: boleta B001-1').waitFor();
    await page.getByText('El recorrido está completo: ya puede vender.').waitFor();
  },
  LONG,
);

test(
  'what was typed comes back after the password is asked for again',
  async () => {
    const { page } = browserWindow;
    const ruc = aRuc();
    await page.goto('/negocios/nuevo');
    await fillData(ruc);
    const old = () =>
      testEnvironment.db.pool.query(`UPDATE sessions SET proved_at = now() - interval '1 hour'`);
    await old();
    await fillCertificate(ruc);
    await user.fill('Contraseña', PASSWORD);
    await user.enter();
    expect(page.url()).toContain('asistente=1');
    const main = page.getByRole('main');
    expect(await main.textContent()).toContain('Ya lo elegiste (rosa.pfx)');
    await user.push('Guardar y continuar');
    expect(page.url()).toContain(`/negocios/${ruc}/conexion?asistente=1`);
  },
  LONG,
);

test(
  'a district is suggested by its name, without its accent',
  async () => {
    const { page } = browserWindow;
    await page.goto('/negocios/nuevo');
    await page.getByLabel('Ubigeo', { exact: true }).pressSequentially('rimac');
    const suggested = page.locator('#distritos option[value^="Rímac, Lima, Lima"]');
    await suggested.waitFor({ state: 'attached' });
    expect(await suggested.getAttribute('value')).toBe('Rímac, Lima, Lima (150128)');
  },
  LONG,
);

test('the browser requested no other host and its policy refused nothing', () => {
  expect(browserWindow.complaints).toEqual([]);
});
