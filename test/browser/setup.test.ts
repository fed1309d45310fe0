/** A business set up by keyboard at a person's pace, rehearsed, and followed to its first sale. */
import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { PASSWORD } from '../support/panel.js';
import { aPfx } from '../support/pfx.js';
import { panelSession } from './panelSession.js';

const session = panelSession('admin');

const aRuc = () => `20${String(randomInt(1e9)).padStart(9, '0')}`;

async function fillData(ruc: string): Promise<void> {
  await session.user.fill('RUC', ruc);
  await session.user.fill('Razón social', 'Bodega Rosa S.A.C.');
  await session.user.fill('Domicilio fiscal', 'Av. Grau 123');
  await session.user.fill('Ubigeo', 'Lince');
  await session.user.enter();
}

async function fillCertificate(ruc: string): Promise<void> {
  const { page } = session;
  const buffer = await aPfx(ruc, 'clave-1');
  // the listener must exist before the event
  const chooser = page.waitForEvent('filechooser');
  await session.user.reach(session.user.field('Archivo .pfx, .p12 o .pem'));
  await session.user.press('Space');
  await (await chooser).setFiles({ name: 'rosa.pfx', mimeType: 'application/x-pkcs12', buffer });
  await session.user.fill('Clave del archivo', 'clave-1');
  await session.user.enter();
}

test('a business is set up and rehearsed in less than 45 seconds of typing', async () => {
  const { page } = session;
  const ruc = aRuc();
  await page.goto('/negocios/nuevo');
  const before = session.user.seconds;
  await fillData(ruc);
  await fillCertificate(ruc);
  await session.user.fill('Usuario SOL secundario', 'MODDATOS');
  await session.user.fill('Clave SOL', 'moddatos');
  await session.user.enter();
  await session.user.reach(page.getByRole('radio', { name: /^con IGV/ }));
  await session.user.press('Space');
  await session.user.enter();
  await session.user.push('Hacer el ensayo general');
  await page.getByText('Ningún procesador lo terminó todavía.').waitFor();
  await session.environment.work();
  // the page is not reloaded
  await page.getByText('La aceptó el simulador, con código 0.').waitFor();
  const sheet = page.frameLocator('iframe').getByRole('img', { name: /^Ticket del ensayo/ });
  await sheet.waitFor();
  await session.user.push('Activar negocio');
  await session.user.fill('Nombre', 'Caja');
  await session.user.enter();
  const key = (await page.locator('#api-key').textContent()) ?? '';
  const secret = (await page.locator('#api-secret').textContent()) ?? '';
  await session.user.push('Ya la guardé', 'link');
  expect(session.user.seconds - before).toBeLessThan(45);

  await page.getByText('Esperando tu primera llamada…').waitFor();
  const credentials = { 'X-Api-Key': key, 'X-Api-Secret': secret };
  const { api } = session.environment;
  expect((await api.boleta(credentials, { serie: 'B999' })).status).toBe(422);
  // the page is not reloaded
  await page.getByText(/los datos de la venta no son válidos: .* Revisa: serie/).waitFor();
  expect((await api.boleta(credentials)).status).toBe(201);
  await page.getByText('Llegó: boleta B001-1').waitFor();
  await page.getByText('El recorrido está completo: ya puede vender.').waitFor();
});

test('what was typed comes back after the password is asked for again', async () => {
  const { page } = session;
  const ruc = aRuc();
  await page.goto('/negocios/nuevo');
  await fillData(ruc);
  const old = () =>
    session.environment.db.pool.query(`UPDATE sessions SET proved_at = now() - interval '1 hour'`);
  await old();
  await fillCertificate(ruc);
  await session.user.fill('Contraseña', PASSWORD);
  await session.user.enter();
  expect(page.url()).toContain('asistente=1');
  const main = page.getByRole('main');
  expect(await main.textContent()).toContain('Ya lo elegiste (rosa.pfx)');
  await session.user.push('Guardar y continuar');
  expect(page.url()).toContain(`/negocios/${ruc}/conexion?asistente=1`);
});

test('a district is suggested by its name, without its accent', async () => {
  const { page } = session;
  await page.goto('/negocios/nuevo');
  await page.getByLabel('Ubigeo', { exact: true }).pressSequentially('rimac');
  const suggested = page.locator('#distritos option[value^="Rímac, Lima, Lima"]');
  await suggested.waitFor({ state: 'attached' });
  expect(await suggested.getAttribute('value')).toBe('Rímac, Lima, Lima (150128)');
});

test('the browser requested no other host and its policy refused nothing', () => {
  expect(session.browserWindow.complaints).toEqual([]);
});
