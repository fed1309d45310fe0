/**
 * The two main tasks by keyboard alone: setting up a business up to its first accepted boleta, and
 * resuming the oldest stuck reference.
 */
import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { aPfx } from '../support/pfx.js';
import { aSender, issue } from '../support/senders.js';
import { andArrive, openWindow } from './chromium.js';
import { KeyboardUser } from './keyboardUser.js';
import { panelSession } from './panelSession.js';

const session = panelSession('admin');

test('a new business issues its first boleta in less than five minutes of typing', async () => {
  const { page } = session;
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  await page.goto('/inicio');
  await session.user.push(/primer negocio/, 'link');

  await createBusiness(ruc);
  await uploadCertificate(await aPfx(ruc, 'correcta'));
  await connectAndActivate();
  await session.user.fill('Nombre', 'Caja POS');
  await session.user.enter();
  const key = (await page.locator('#api-key').textContent()) ?? '';
  const secret = (await page.locator('#api-secret').textContent()) ?? '';
  await session.user.push('Ya la guardé', 'link');
  expect(session.user.seconds).toBeLessThan(300);

  await issueBoleta({ 'X-Api-Key': key, 'X-Api-Secret': secret });
  expectSecretsHidden(secret, `/negocios/${ruc}/credenciales/${key}/secreto`);
});

/** Types the data with a mistake, and corrects it. */
async function createBusiness(ruc: string): Promise<void> {
  const { page } = session;
  await session.user.fill('RUC', ruc);
  await session.user.fill('Razón social', 'Tiendas Rímac S.A.C.');
  await session.user.fill('Domicilio fiscal', 'Av. Grau 123, Lima');
  await session.user.fill('Ubigeo', '15');
  await session.user.enter();
  // the list of faults has the focus and links to the field; what was typed stays
  expect(await page.title()).toMatch(/^Error: /);
  expect(await focused()).toContain('Hay un problema');
  expect(await session.user.field('Razón social').inputValue()).toBe('Tiendas Rímac S.A.C.');
  await session.user.press('Tab');
  await session.user.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('ubigeo');
  await session.user.press('ControlOrMeta+a');
  await session.user.type('150116');
  await session.user.enter();
}

/** Chooses the file by keyboard, and types a wrong password first. */
async function uploadCertificate(buffer: Buffer): Promise<void> {
  const { page } = session;
  const file = {
    name: 'tiendas.pfx',
    mimeType: 'application/x-pkcs12',
    buffer,
  };
  // the listener must exist before the event
  const chooser = page.waitForEvent('filechooser');
  await session.user.reach(session.user.field('Archivo .pfx, .p12 o .pem'));
  await session.user.press('Space');
  await (await chooser).setFiles(file);
  await session.user.fill('Clave del archivo', 'incorrecta');
  await session.user.enter();
  expect(await focused()).toContain('La clave no abre el archivo.');
  // the file need not be chosen again
  await session.user.fill('Clave del archivo', 'correcta');
  await session.user.enter();
}

async function connectAndActivate(): Promise<void> {
  await session.user.fill('Usuario SOL secundario', 'MODDATOS');
  await session.user.fill('Clave SOL', 'moddatos');
  await session.user.enter();
  await session.user.reach(session.page.getByRole('radio', { name: /^con IGV/ }));
  await session.user.press('Space');
  await session.user.enter();
  // a worker makes the rehearsal that precedes the activation
  await session.environment.work();
  await session.user.push('Activar negocio');
}

/** Issues with the new credential, and finds the document accepted in the panel. */
async function issueBoleta(credentials: Record<string, string>): Promise<void> {
  const { page } = session;
  const issued = await session.environment.api.boleta(credentials);
  expect(issued.status).toBe(201);
  const { id } = issued.json.datos as { id: number };
  await session.environment.until(id, ({ outcome }) => outcome?.state === 'accepted');
  await session.user.press('/');
  await session.user.type('B001-1');
  await session.user.enter();
  expect(await page.getByRole('main').textContent()).toContain('aceptado');
}

/** The secret is shown once: no other page holds it, nor a password that was typed. */
function expectSecretsHidden(secret: string, shownAt: string): void {
  const shown = session.browserWindow.pages
    .filter(({ html }) => html.includes(secret))
    .map(({ url }) => new URL(url).pathname);
  expect(shown).toEqual([shownAt]);
  for (const typed of ['correcta"', 'incorrecta', 'moddatos'])
    expect(
      session.browserWindow.pages.filter(({ html }) => html.includes(typed)).map(({ url }) => url),
    ).toEqual([]);
}

test('the oldest stuck reference is resumed, by search and by the home page', async () => {
  const { page } = session;
  const sender = await aSender(session.environment.db);
  await session.environment.db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31', pause_reason = 'prueba' WHERE id = $1`,
    [sender.id],
  );
  const id = await issue(session.environment.db, sender, 'boleta');
  await issue(session.environment.db, sender, 'boleta');
  await session.environment.db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code', last_code = '9999',
        attempts = 3, sends = 1
      WHERE document_id IN (SELECT id FROM documents WHERE business_id = $1)`,
    [sender.id],
  );
  const { rows } = await session.environment.db.pool.query<{ key: string }>(
    'SELECT key FROM "references" WHERE document_id = $1',
    [id],
  );
  await page.goto('/sunat');
  const before = session.user.seconds;
  await session.user.press('/');
  await session.user.paste(rows[0]?.key ?? '');
  await session.user.enter();
  expect(new URL(page.url()).pathname).toBe(`/referencias/${id}`);
  await session.user.push('Reanudar');
  expect(await focused()).toContain('Reanudada');
  expect(session.user.seconds - before).toBeLessThan(10);

  await page.goto('/inicio');
  await session.user.push(/en revisión/, 'link');
  const first = page.getByRole('main').locator('tbody a').first();
  await session.user.reach(first);
  await session.user.enter();
  expect(await page.getByRole('main').textContent()).toContain('en revisión');
});

test("a user of one business reaches nothing of another's by any address", async () => {
  const [own, other] = [
    await aSender(session.environment.db),
    await aSender(session.environment.db),
  ];
  const id = await issue(session.environment.db, other, 'boleta');
  const visitor = await openWindow(session.chromium, session.environment.panel.url);
  const { page } = visitor;
  await new KeyboardUser(page).signIn(
    (await session.environment.panel.person('business', own.id)).email,
  );
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
    // only the search term itself appears, in the box and in the empty result
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

test('every action works without scripts', async () => {
  const visitor = await openWindow(session.chromium, session.environment.panel.url, {
    javaScriptEnabled: false,
  });
  const { page } = visitor;
  await new KeyboardUser(page).signIn((await session.environment.panel.person('operator')).email);
  const { ruc } = await aSender(session.environment.db);
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

test('the browser requested no other host and its policy refused nothing', () => {
  expect(session.browserWindow.complaints).toEqual([]);
});

const focused = () => session.page.evaluate<string>('document.activeElement.textContent');
