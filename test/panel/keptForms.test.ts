/** What a user typed survives a login: the form comes back filled in, and only to that user. */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type BusinessData,
  createIssuance,
  findBusiness,
  listCertificates,
  listCredentials,
  putTemporaryValue,
  updateBusiness,
} from '@rafaga/db';
import { createVault, ofPanel } from '@rafaga/secrets';
import { aDocument, aBusiness as anIssuer } from '../../packages/db/testing/aDocument.js';
import { PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { aPfx } from '../support/pfx.js';
import { aDraft } from './aDraft.js';
import { Browser } from './browser.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

async function aVisitor(): Promise<{ browser: Browser; id: number; email: string }> {
  const { id, email } = await panel.person('admin');
  return { browser: await signedIn(panel.visitor(), email), id, email };
}

async function signedIn(browser: Browser, email: string): Promise<Browser> {
  await browser.open('/ingresar');
  return browser.submit({ correo: email, clave: PASSWORD });
}

async function aBusiness(browser: Browser): Promise<string> {
  const ruc = `20${String(randomInt(1e9)).padStart(9, '0')}`;
  await browser.open('/negocios/nuevo');
  await browser.submit({
    ruc,
    razon_social: 'Panadería Santa Rosa S.A.C.',
    direccion: 'Jr. Lampa 20, Lima',
    ubigeo: '150101',
  });
  return ruc;
}

const change = (userId: number, column: 'proved_at' | 'seen_at') =>
  panel.db.pool.query(
    `UPDATE sessions SET ${column} = now() - interval '1 hour' WHERE user_id = $1`,
    [userId],
  );

test('a form whose password check is old comes back filled in, within the wizard', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aBusiness(browser);
  await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
  const business = await findBusiness(panel.db, ruc);
  await browser.open(`/negocios/${ruc}/credenciales?asistente=1`);
  await change(id, 'proved_at');
  await browser.submit({ nombre: 'Caja POS' });
  expect(browser.text).toContain('Lo que habías escrito no se pierde');
  await browser.submit({ clave: PASSWORD });

  expect(browser.path).toMatch(/credenciales\?asistente=1&formulario=[\w-]{43}$/);
  expect(browser.text).toContain('Todavía no se hizo nada: lo que escribiste sigue aquí');
  expect(browser.html).toContain('value="Caja POS"');
  expect(await listCredentials(panel.db, business?.id ?? 0)).toEqual([]);
  const filled = browser.path;
  await browser.submit({});
  expect(browser.text).toContain('X-Api-Secret');
  expect(await listCredentials(panel.db, business?.id ?? 0)).toHaveLength(1);
  // what was carried out is not offered again
  await browser.open(filled);
  expect(browser.html).not.toContain('value="Caja POS"');
});

test('a certificate file and its password need not be given again', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aBusiness(browser);
  await change(id, 'proved_at');
  await browser.submit(
    { archivo: new File([await aPfx(ruc, 'muy secreta')], 'tienda.pfx'), clave: 'muy secreta' },
    { action: 'certificado?' },
  );
  expect(browser.path).toMatch(/^\/confirmar/);
  await browser.submit({ clave: PASSWORD });
  expect(browser.text).toContain('Ya lo elegiste (tienda.pfx)');
  expect(browser.text).toContain('Ya la escribiste');
  expect(browser.html).not.toContain('muy secreta');
  const { rows } = await panel.db.pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM temporary_values WHERE user_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed.includes('muy secreta')).toBe(false);

  await browser.submit({}, { action: 'certificado?' });
  expect(browser.path).toBe(`/negocios/${ruc}/conexion?asistente=1&hecho=certificado`);
  const business = await findBusiness(panel.db, ruc);
  expect(await listCertificates(panel.db, business?.id ?? 0)).toHaveLength(1);
});

test('a file whose password was wrong outlives the end of the session', async () => {
  const { browser, id, email } = await aVisitor();
  const ruc = await aBusiness(browser);
  const upload = { action: 'certificado?' };
  const archivo = new File([await aPfx(ruc, 'muy secreta')], 'tienda.pfx');
  await browser.submit({ archivo, clave: 'otra' }, upload);
  expect(browser.text).toContain('El archivo ya llegó (tienda.pfx): falta su clave.');
  await change(id, 'seen_at');
  await browser.submit({ clave: 'tampoco' }, upload);
  expect(browser.path).toMatch(/^\/ingresar/);
  await browser.submit({ correo: email, clave: PASSWORD });
  expect(browser.text).toContain('El archivo ya llegó (tienda.pfx): falta su clave.');
  await browser.submit({ clave: 'muy secreta' }, upload);
  expect(browser.path).toBe(`/negocios/${ruc}/conexion?asistente=1&hecho=certificado`);
});

test('after the session has ended, the login leads back to the filled form', async () => {
  const { browser, id, email } = await aVisitor();
  const ruc = await aBusiness(browser);
  await browser.open(`/negocios/${ruc}/datos`);
  await change(id, 'seen_at');
  await browser.submit({ razon_social: 'Nombre nuevo S.A.C.' });
  expect(browser.path).toMatch(/^\/ingresar\?volver=/);
  expect(browser.text).toContain('Tu sesión terminó');
  await browser.submit({ correo: email, clave: PASSWORD });
  expect(browser.html).toContain('value="Nombre nuevo S.A.C."');
  await browser.submit({});
  expect((await findBusiness(panel.db, ruc))?.legalName).toBe('Nombre nuevo S.A.C.');
});

test.each<[string, 'proved_at' | 'seen_at', Record<string, string>, BusinessData]>([
  ['ajustes', 'seen_at', { precios: 'con' }, { pricesIncludeTax: false, ratePerMinute: 7 }],
  ['datos', 'seen_at', { nombre_comercial: 'Rosa' }, { tradeName: 'Santa Rosa' }],
  ['pdf', 'seen_at', { pie: 'Gracias' }, { printFormats: ['a5'] }],
  ['conexion', 'proved_at', { usuario: 'MODDATOS', clave: 'x' }, { authority: 'beta' }],
])('the form of %s, kept over a login, undoes no change of that time', async (...row) => {
  const [page, ended, typed, set] = row;
  const { browser, id, email } = await aVisitor();
  const ruc = await aBusiness(browser);
  await browser.open(`/negocios/${ruc}/${page}`);
  await change(id, ended);
  const { id: businessId = 0 } = (await findBusiness(panel.db, ruc)) ?? {};
  await updateBusiness(panel.db, { actor: 'test' }, businessId, set);
  await browser.submit(typed, { action: `/${page}` });
  await browser.submit(
    ended === 'seen_at' ? { correo: email, clave: PASSWORD } : { clave: PASSWORD },
  );
  expect(browser.path).toMatch(new RegExp(`/${page}\\?formulario=`));
  await browser.submit({}, { action: `/${page}` });
  expect([browser.status, browser.text]).toEqual([
    422,
    expect.stringContaining('Otra persona cambió estos datos'),
  ]);
  expect(await findBusiness(panel.db, ruc)).toMatchObject(set);
  // who saves it again has seen that
  await browser.submit({}, { action: `/${page}` });
  expect(browser.text).not.toContain('Otra persona cambió estos datos');
  expect(await findBusiness(panel.db, ruc)).not.toMatchObject(set);
});

test('after the password was proved again, the section of the form is open', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aDraft(browser);
  for (const [page, action, typed] of [
    ['series', '/siguiente', { codigo: 'B001', numero: '90', motivo: 'otro sistema' }],
    ['activar', 'sin_ensayo=1', { motivo: 'el simulador no responde' }],
  ] as const) {
    await browser.open(`/negocios/${ruc}/${page}`);
    expect(browser.hides('motivo')).toBe(true);
    await change(id, 'proved_at');
    await browser.submit(typed, { action });
    await browser.submit({ clave: PASSWORD });
    expect(browser.path).toContain(`/${page}?formulario=`);
    expect([browser.hides('motivo'), browser.html]).toEqual([
      false,
      expect.stringContaining(typed.motivo),
    ]);
  }
  // the button that activates it after a rehearsal sends no reason
  await browser.open(`/negocios/${ruc}/activar`);
  await change(id, 'proved_at');
  await browser.submit({}, { action: '/activar' });
  await browser.submit({ clave: PASSWORD });
  expect(browser.hides('motivo')).toBe(true);
});

test('a move to another environment that waited for the password is shown again', async () => {
  const { browser, id } = await aVisitor();
  const issuer = await anIssuer(panel.db, 'B001');
  const issuance = createIssuance(panel.db);
  const sale = { client: { name: 'x' }, payment: 'cash', lines: [] };
  await issuance.issue(aDocument(issuer.id, { sale }));
  await issuance.close();
  await browser.open(`/negocios/${issuer.ruc}/conexion`);
  expect(browser.hides('nuevo')).toBe(true);
  await change(id, 'proved_at');
  await browser.submit({ nuevo: 'beta', motivo: 'se retira' }, { action: '/pasar' });
  await browser.submit({ clave: PASSWORD });
  expect([browser.hides('nuevo'), browser.text]).toEqual([
    false,
    expect.stringContaining('se retira'),
  ]);
});

test('the name of a view is shown again after the session has ended', async () => {
  const { browser, id, email } = await aVisitor();
  await browser.open('/referencias?ver=rechazadas&codigo=2335');
  expect(browser.hides('nombre')).toBe(true);
  await change(id, 'seen_at');
  await browser.submit({ nombre: 'Los 2335' }, { action: '/vistas' });
  await browser.submit({ correo: email, clave: PASSWORD });
  expect([browser.hides('nombre'), browser.html]).toEqual([
    false,
    expect.stringContaining('value="Los 2335"'),
  ]);
});

test('a file that was too heavy to be kept over a login is told', async () => {
  const { browser, id, email } = await aVisitor();
  const ruc = await aBusiness(browser);
  await browser.open(`/negocios/${ruc}/pdf`);
  await change(id, 'seen_at');
  const logo = new File([new Uint8Array(2_300_000)], 'logo.png');
  await browser.submit({ logo, pie: 'Gracias' }, { action: '/pdf' });
  expect(browser.path).toMatch(/^\/ingresar\?volver=/);
  await browser.submit({ correo: email, clave: PASSWORD });
  expect(browser.text).toContain('El archivo que elegiste (logo) pesa 2.3 MB');
  expect(browser.text).toContain('Gracias');
});

test('a form of a page that was opened before another login comes back at once', async () => {
  const { browser, email } = await aVisitor();
  const ruc = await aBusiness(browser);
  await browser.open(`/negocios/${ruc}/datos`);
  const other = await signedIn(panel.visitor(), email);
  browser.cookie = other.cookie;
  await browser.submit({ razon_social: 'Otra pestaña S.A.C.' });
  expect(browser.path).toMatch(new RegExp(`^/negocios/${ruc}/datos\\?formulario=`));
  expect(browser.html).toContain('value="Otra pestaña S.A.C."');
  expect((await findBusiness(panel.db, ruc))?.legalName).toBe('Panadería Santa Rosa S.A.C.');
});

test('another user gets nothing of it, and no form of theirs is carried out', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aBusiness(browser);
  await browser.open(`/negocios/${ruc}/datos`);
  const ofAnother = new Browser(panel.url);
  Object.assign(ofAnother, { html: browser.html, path: browser.path });
  await change(id, 'seen_at');
  await browser.submit({ razon_social: 'Solo de Ana S.A.C.' });
  const back = decodeURIComponent(browser.path.split('volver=')[1] ?? '');
  expect(back).toContain('formulario=');
  const { browser: stranger } = await aVisitor();
  await stranger.open(back);
  expect([stranger.status, stranger.html.includes('Solo de Ana')]).toEqual([200, false]);
  // the page of one user, sent in the session of another
  ofAnother.cookie = stranger.cookie;
  await ofAnother.submit({ razon_social: 'Ajena S.A.C.' });
  expect(ofAnother.status).toBe(403);
});

test('what a kept form held completes no other form', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aBusiness(browser);
  const pfx = new File([await aPfx(ruc, 'muy secreta')], 'tienda.pfx');
  await change(id, 'proved_at');
  await browser.submit({ archivo: pfx, clave: 'muy secreta' }, { action: 'certificado?' });
  await browser.submit({ clave: PASSWORD });
  const formulario = /formulario=([\w-]{43})/.exec(browser.path)?.[1] ?? '';
  await browser.open(`/negocios/${ruc}/conexion`);
  await browser.submit({ usuario: 'MODDATOS', formulario, conservado: 'clave' });
  expect(browser.text).toContain('Escribe la clave SOL.');
});

test('a reload of an invitation keeps the link that was shown', async () => {
  const { browser } = await aVisitor();
  const { id } = await panel.person('support');
  await browser.open(`/usuarios/${id}`);
  await browser.open(`/usuarios/${id}/invitar`);
  await browser.submit({ motivo: 'perdió su teléfono' });
  const link = /\/invitacion\/[\w-]{43}/.exec(browser.text)?.[0] ?? '';
  expect(link).not.toBe('');
  await browser.open(browser.path);
  expect(browser.text).toContain('El enlace ya se mostró');
  expect(browser.text).toContain('recargar esta página no lo cambió');
  expect((await panel.visitor().open(link)).status).toBe(200);
});

test('a reload of a secret says that it was shown, and creates nothing', async () => {
  const { browser } = await aVisitor();
  const ruc = await aBusiness(browser);
  await panel.db.prisma.business.update({ where: { ruc }, data: { state: 'active' } });
  await browser.open(`/negocios/${ruc}/credenciales`);
  await browser.submit({ nombre: 'Caja' });
  const secret = /rs_[0-9A-Za-z]{49}/.exec(browser.text)?.[0] ?? '';
  expect(browser.text).toContain('http://127.0.0.1:3000/v1');
  const file = /href="data:text\/plain;charset=utf-8;base64,([^"]+)"/.exec(browser.html)?.[1] ?? '';
  expect(Buffer.from(file, 'base64').toString('utf8')).toMatch(
    /^RAFAGA_URL=http:\/\/127.0.0.1:3000\/v1\nRAFAGA_API_KEY=rk_\w+\nRAFAGA_API_SECRET=rs_\w+\n$/,
  );
  await browser.open(browser.path);
  expect(browser.text).toContain('El secreto ya se mostró');
  expect(browser.text).toContain('Si no lo guardaste, crea otra y revoca esta.');
  expect(browser.html).not.toContain(secret);
  const business = await findBusiness(panel.db, ruc);
  expect(await listCredentials(panel.db, business?.id ?? 0)).toHaveLength(1);
});

test('after a rotation without the earlier key, a kept form is as expired', async () => {
  const { browser, id } = await aVisitor();
  const ruc = await aBusiness(browser);
  const token = randomBytes(32).toString('base64url');
  const other = createVault({ master: [randomBytes(32)] });
  const sealed = other.seal(Buffer.from('{}\n'), ofPanel(`form:${id}:${token}`));
  const expiresAt = new Date(Date.now() + 60_000);
  await putTemporaryValue(panel.db, { userId: id, token, sealed, expiresAt });
  await browser.open(`/negocios/${ruc}/ajustes?formulario=${token}`);
  expect([browser.status, browser.text]).toEqual([200, expect.stringContaining('Ajustes')]);
});
