/**
 * By keyboard alone: a business from nothing to its first accepted boleta, and the oldest stuck
 * reference set going.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { aSender, issue } from '../exchange/documents.js';
import { aPfx } from '../panel/pfx.js';
import { aChromium, andArrive, type Seat, sit } from './chromium.js';
import { Hands } from './hands.js';
import { aHouse, type House } from './house.js';

/** A person's typing, and a worker, on a machine that does other things too. */
const LONG = 240_000;

let house: House;
let chromium: Browser;
let seat: Seat;
let hands: Hands;
beforeAll(async () => {
  [house, chromium] = await Promise.all([aHouse(), aChromium()]);
  seat = await sit(chromium, house.panel.url);
  hands = new Hands(seat.page);
  await hands.signIn((await house.panel.person('admin')).email);
}, LONG);
afterAll(async () => {
  await seat.leave();
  await chromium.close();
  await house.stop();
});

test(
  'a new business issues its first accepted boleta in less than five minutes, with one wrong certificate password on the way',
  async () => {
    const { page } = seat;
    const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
    await page.goto('/inicio');
    await hands.push(/primer negocio/, 'link');

    await hands.fill('RUC', ruc);
    await hands.fill('Razón social', 'Tiendas Rímac S.A.C.');
    await hands.fill('Domicilio fiscal', 'Av. Grau 123, Lima');
    await hands.fill('Ubigeo', '15');
    await hands.enter();
    // what is wrong has the focus and leads to its field; what was typed stays
    expect(await page.title()).toMatch(/^Error: /);
    expect(await focused()).toContain('Hay un problema');
    expect(await hands.field('Razón social').inputValue()).toBe('Tiendas Rímac S.A.C.');
    await hands.press('Tab');
    await hands.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('ubigeo');
    await hands.press('ControlOrMeta+a');
    await hands.type('150116');
    await hands.enter();

    const file = {
      name: 'tiendas.pfx',
      mimeType: 'application/x-pkcs12',
      buffer: await aPfx(ruc, 'correcta'),
    };
    // listened for before it can come
    const chooser = page.waitForEvent('filechooser');
    await hands.reach(hands.field('Archivo .pfx, .p12 o .pem'));
    await hands.press('Space');
    await (await chooser).setFiles(file);
    await hands.fill('Clave del archivo', 'incorrecta');
    await hands.enter();
    expect(await focused()).toContain('La clave no abre el archivo.');
    // the file need not be chosen again
    await hands.fill('Clave del archivo', 'correcta');
    await hands.enter();

    await hands.fill('Usuario SOL secundario', 'MODDATOS');
    await hands.fill('Clave SOL', 'moddatos');
    await hands.enter();
    await hands.push('Agregar B001 y F001');
    await hands.push('Continuar', 'link');
    await hands.push('Activar negocio');

    await hands.fill('Nombre', 'Caja POS');
    await hands.enter();
    const key = (await page.locator('#api-key').textContent()) ?? '';
    const secret = (await page.locator('#api-secret').textContent()) ?? '';
    await hands.push('Ya la guardé', 'link');
    expect(hands.seconds).toBeLessThan(300);

    await house.work();
    const issued = await house.api.boleta({ 'X-Api-Key': key, 'X-Api-Secret': secret });
    expect(issued.status).toBe(201);
    const { id } = issued.json.datos as { id: number };
    await house.until(id, ({ outcome }) => outcome?.state === 'accepted');
    await hands.press('/');
    await hands.type('B001-1');
    await hands.enter();
    expect(await page.getByRole('main').textContent()).toContain('aceptado');

    // shown once: no page before or after holds it, nor what was typed as a secret
    const shown = seat.pages
      .filter(({ html }) => html.includes(secret))
      .map(({ url }) => new URL(url).pathname);
    expect(shown).toEqual([`/negocios/${ruc}/credenciales`]);
    for (const typed of ['correcta"', 'incorrecta', 'moddatos'])
      expect(seat.pages.filter(({ html }) => html.includes(typed)).map(({ url }) => url)).toEqual(
        [],
      );
  },
  LONG,
);

test('the oldest stuck reference is found and resumed, pasted into the box or without knowing it', async () => {
  const { page } = seat;
  const sender = await aSender(house.db);
  await house.db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31', paused_why = 'prueba' WHERE id = $1`,
    [sender.id],
  );
  const id = await issue(house.db, sender, 'boleta');
  await issue(house.db, sender, 'boleta');
  await house.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code', last_code = '9999', attempts = 3, sends = 1 WHERE document_id IN
      (SELECT id FROM documents WHERE business_id = $1)`,
    [sender.id],
  );
  const { rows } = await house.db.pool.query<{ key: string }>(
    'SELECT key FROM "references" WHERE document_id = $1',
    [id],
  );
  await page.goto('/sunat');
  const before = hands.seconds;
  await hands.press('/');
  await hands.paste(rows[0]?.key ?? '');
  await hands.enter();
  expect(new URL(page.url()).pathname).toBe(`/referencias/${id}`);
  await hands.push('Reanudar');
  expect(await focused()).toContain('Reanudada');
  expect(hands.seconds - before).toBeLessThan(10);

  await page.goto('/inicio');
  await hands.push(/en revisión/, 'link');
  const first = page.getByRole('main').locator('tbody a').first();
  await hands.reach(first);
  await hands.enter();
  expect(await page.getByRole('main').textContent()).toContain('en revisión');
});

test("somebody of one business finds nothing of another's, whatever is typed into the address", async () => {
  const [own, other] = [await aSender(house.db), await aSender(house.db)];
  const id = await issue(house.db, other, 'boleta');
  const visitor = await sit(chromium, house.panel.url);
  const { page } = visitor;
  await new Hands(page).signIn((await house.panel.person('business', own.id)).email);
  const theirs = [
    ...[
      '',
      '/datos',
      '/certificado',
      '/conexion',
      '/series',
      '/pdf',
      '/pdf/vista',
      '/pdf/muestra',
      '/credenciales',
    ].map((part) => `/negocios/${other.ruc}${part}`),
    ...['', '/archivos/a4', '/archivos/xml'].map((part) => `/referencias/${id}${part}`),
    `/referencias?ver=emitidas&ruc=${other.ruc}`,
    `/buscar?q=${id}`,
    `/buscar?q=${other.ruc}`,
    '/negocios',
    '/auditoria',
  ];
  for (const address of theirs) {
    const status = (await page.goto(address))?.status();
    if (/^.(negocios.\d|referencias.\d)/.test(address))
      expect([address, status]).toEqual([address, 404]);
    // what was asked for stands in the search box and in the answer to it; nothing else does
    const told = (await page.content())
      .replaceAll(`«${other.ruc}»`, '')
      .replaceAll(`«${id}»`, '')
      .replace(/ value="\d+"/g, '');
    expect([address, told.includes(other.ruc), told.includes(String(id))]).toEqual([
      address,
      false,
      false,
    ]);
  }
  for (const address of ['/inicio', '/colas', '/sunat', '/usuarios', '/negocios/nuevo'])
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 403]);
  await visitor.leave();
  expect(visitor.complaints).toEqual([]);
});

test('without scripts everything is done as well', async () => {
  const visitor = await sit(chromium, house.panel.url, { javaScriptEnabled: false });
  const { page } = visitor;
  await new Hands(page).signIn((await house.panel.person('operator')).email);
  const { ruc } = await aSender(house.db);
  await page.getByRole('searchbox').fill(ruc);
  await andArrive(page, () => page.getByRole('button', { name: 'Buscar' }).click());
  expect(page.url()).toContain(`/negocios/${ruc}`);

  await andArrive(page, () => page.getByRole('link', { name: 'Datos', exact: true }).click());
  await page.getByLabel('Ubigeo').fill('99');
  await andArrive(page, () => page.getByRole('button', { name: 'Guardar' }).click());
  expect(await page.getByRole('alert').textContent()).toContain('Hay');

  await andArrive(page, () => page.getByRole('link', { name: 'PDF', exact: true }).click());
  for (const paper of ['A5', 'ticket de 80 mm', 'ticket de 58 mm', 'A4']) {
    await page.getByRole('group', { name: 'Muestra en' }).getByLabel(paper).check();
    const drawn = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/pdf/vista'),
    );
    await page.getByRole('button', { name: 'Ver la muestra' }).click();
    expect(await (await drawn).text()).toContain('data:image/png;base64,');
    const sheet = page.frameLocator('iframe').getByRole('img', { name: 'Página 1 de la muestra' });
    await sheet.waitFor();
    expect((await sheet.boundingBox())?.width).toBeGreaterThan(100);
  }
  await visitor.leave();
  expect(visitor.complaints).toEqual([]);
});

test('nobody was asked but the panel, and the browser refused nothing of it', () => {
  expect(seat.complaints).toEqual([]);
});

const focused = () => seat.page.evaluate<string>('document.activeElement.textContent');
