/**
 * Every page of the panel as it is when empty, full, wrong and filled to its limits: read by axe,
 * by keyboard, at 400 % and in Lima.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addPerson, createBusiness, invite } from '@rafaga/db';
import type { Browser } from 'playwright-core';
import { ROUTES } from '../../apps/panel/src/routes.js';
import { newInvitation } from '../../packages/operations/src/invitation.js';
import { type PanelEnvironment, startPanelEnvironment } from '../support/panelEnvironment.js';
import { aChromium, andArrive, type BrowserWindow, openWindow } from './chromium.js';
import { type Crowded, crowded } from './crowded.js';
import { inspect } from './inspect.js';
import { KeyboardUser } from './keyboardUser.js';

/** For what takes long on a machine that does other things too. */
const LONG = 240_000;

let testEnvironment: PanelEnvironment;
let chromium: Browser;
let stranger: BrowserWindow;
let admin: BrowserWindow;
let full: Crowded;
let own: { id: number; email: string };
const draft = `20${String(randomInt(1e9)).padStart(9, '0')}`;
const seen = new Set<string>();

beforeAll(async () => {
  [testEnvironment, chromium] = await Promise.all([startPanelEnvironment(), aChromium()]);
  [stranger, admin] = [
    await openWindow(chromium, testEnvironment.panel.url),
    await openWindow(chromium, testEnvironment.panel.url),
  ];
  own = await testEnvironment.panel.person('admin');
  await new KeyboardUser(admin.page).signIn(own.email);
}, LONG);
afterAll(async () => {
  await stranger.leave();
  await admin.leave();
  await chromium.close();
  await testEnvironment.stop();
});

/** Nothing is wrong with what stands at this address, and it answers as it should. */
async function wellMade({ page }: BrowserWindow, address: string, status = 200): Promise<void> {
  const answer = await page.goto(address);
  expect([address, answer?.status()]).toEqual([address, status]);
  seen.add(routeOf(page.url()));
  expect(await inspect(page)).toEqual([]);
}

/**
 * What the form at this address says when it is sent as nobody should: on top, with the focus, and
 * well made too.
 */
async function wrong(
  browserWindow: BrowserWindow,
  address: string,
  button: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { page } = browserWindow;
  await page.goto(address);
  const named = page.locator('button', { hasText: new RegExp(`^${button}$`) });
  const form = page.locator('main form', { has: named });
  const push = form.locator(named);
  // what is folded away is opened first
  if (!(await push.isVisible()))
    await page.locator('main details', { has: named }).locator('summary').click();
  for (const field of await form
    .locator('input:is([type=text], [type=email], [type=password]), textarea')
    .all())
    await field.fill(typed[(await field.getAttribute('name')) ?? ''] ?? '');
  await andArrive(page, () => push.click());
  expect(await page.title()).toMatch(/^Error: /);
  expect(await page.evaluate('document.activeElement.className')).toBe('faults');
  expect(await page.evaluate(DEAD_LINKS)).toEqual([]);
  expect(await inspect(page)).toEqual([]);
}

/** What is wrong leads to its field. */
const DEAD_LINKS =
  "[...document.querySelectorAll('.faults a')].map((a) => " +
  "a.getAttribute('href')).filter((at) => !document.querySelector(at))";

const routeOf = (address: string): string => {
  const { pathname } = new URL(address);
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  // a fixed word before a name that may be anything
  const found = ROUTES.filter(({ method, path }) => method === 'get' && fits(path)).sort(
    (a, b) => a.path.split(':').length - b.path.split(':').length,
  );
  return found[0]?.path ?? '';
};

describe('for a stranger', () => {
  test('the login, right and wrong', async () => {
    await wellMade(stranger, '/ingresar');
    await wrong(stranger, '/ingresar', 'Ingresar', { correo: 'nadie@prueba.pe', clave: 'no es' });
  });

  test('an invitation, accepted wrongly, and one that is over', async () => {
    const { db } = testEnvironment;
    const { id } = await addPerson(
      db,
      { actor: 'test' },
      { email: 'nueva@prueba.pe', name: 'Ñ'.repeat(100), role: 'operator', businessId: undefined },
    );
    const { path, hash, until } = newInvitation(new Date());
    await invite(db, { actor: 'test' }, id, hash, until);
    await wellMade(stranger, path);
    await wrong(stranger, path, 'Crear contraseña e ingresar', {
      clave: 'corta',
      repetida: 'otra',
    });
    await wellMade(stranger, '/invitacion/ninguna', 404);
  });

  test('the second factor: set up, set up wrongly, asked for, answered wrongly', async () => {
    const [newcomer, returned] = [
      await openWindow(chromium, testEnvironment.panel.url),
      await openWindow(chromium, testEnvironment.panel.url),
    ];
    await new KeyboardUser(newcomer.page).provePassword(
      (await testEnvironment.panel.person('operator')).email,
    );
    await new KeyboardUser(returned.page).provePassword(own.email);
    for (const somebody of [newcomer, returned]) {
      await wellMade(somebody, '/codigo');
      await wrong(somebody, '/codigo', 'Continuar', { codigo: '000000' });
      await somebody.leave();
    }
  });

  test('a page that is not there', () => wellMade(stranger, '/no-hay', 404));
});

describe('while there is nothing yet', () => {
  test.each([
    ...[
      '/inicio',
      '/buscar?q=nada',
      '/referencias',
      '/referencias?ver=pendientes',
      '/referencias?ver=emitidas',
      '/colas',
      '/sunat',
      '/sunat/firmantes',
      '/restauracion',
    ],
    ...[
      '/negocios',
      '/negocios/nuevo',
      '/colas/emit/pausar',
      '/usuarios',
      '/auditoria',
      '/cuenta',
      '/confirmar',
      '/operaciones?motivo=unknown_code',
    ],
  ])('%s', (address) => wellMade(admin, address));

  test('another person', async () => {
    const { id } = await testEnvironment.panel.person('support');
    await wellMade(admin, `/usuarios/${id}`);
  });
});

describe('of a business that is being set up', () => {
  beforeAll(() =>
    createBusiness(
      testEnvironment.db,
      { actor: 'test' },
      { ruc: draft, legalName: 'Nueva S.A.C.' },
    ),
  );

  test.each([
    '',
    '/datos',
    '/certificado',
    '/conexion',
    '/series',
    '/pdf',
    '/ajustes',
    '/credenciales',
    '/registro',
    '/activar',
  ])('%s', (page) => wellMade(admin, `/negocios/${draft}${page}`));

  test.each(['/datos', '/certificado', '/conexion', '/series', '/activar'])(
    '%s, as a step',
    (page) => wellMade(admin, `/negocios/${draft}${page}?asistente=1`),
  );
});

describe('filled to its limits', () => {
  beforeAll(async () => {
    full = await crowded(testEnvironment);
  }, LONG);

  test.each([
    '',
    '/datos',
    '/certificado',
    '/conexion',
    '/series',
    '/pdf',
    '/ajustes',
    '/credenciales',
    '/registro',
    '/activar?asistente=1',
  ])('of a business: %s', (page) => wellMade(admin, `/negocios/${full.ruc}${page}`));

  test.each([
    ...[
      '/inicio',
      '/buscar?q=B001',
      '/referencias',
      '/referencias?ver=pendientes',
      '/referencias?ver=emitidas',
      '/colas',
      '/sunat',
      '/sunat/firmantes',
      '/restauracion',
    ],
    ...['/negocios', '/usuarios', '/auditoria', '/operaciones?motivo=unknown_code'],
  ])('%s', (address) => wellMade(admin, address));

  test.each(['accepted', 'rejected', 'review', 'pending'] as const)(
    'a reference that is %s',
    (state) => wellMade(admin, `/referencias/${full[state]}`),
  );

  test('a reference whose personal data are shown', async () => {
    const { page } = admin;
    await page.goto(`/referencias/${full.review}`);
    await andArrive(page, () =>
      page.getByRole('button', { name: /^Mostrar los datos personales/ }).click(),
    );
    expect(await inspect(page)).toEqual([]);
    expect(await page.getByRole('main').textContent()).toContain('S/ 9,999,999,999.99');
  });

  test('a credential that is revoked', () =>
    wellMade(admin, `/negocios/${full.ruc}/credenciales/${full.apiKey}/revocar`));

  test('moments are told as Lima counts them', async () => {
    const { page } = admin;
    const created = (
      await testEnvironment.db.prisma.document.findUniqueOrThrow({ where: { id: full.review } })
    ).createdAt;
    // Peru knows no summer time
    const [date = '', time = ''] = new Date(created.getTime() - 5 * 3_600_000)
      .toISOString()
      .split(/[T.]/);
    await page.goto(`/referencias/${full.review}`);
    expect(await page.getByRole('main').textContent()).toContain(
      `${date.split('-').reverse().join('/')} ${time}`,
    );
  });
});

describe('when something is wrong', () => {
  test.each([
    [
      '/negocios/nuevo',
      'Guardar y continuar',
      { ruc: '1'.repeat(300), razon_social: 'Ñ'.repeat(1_501) },
    ],
    ['/usuarios', 'Crear enlace de invitación', {}],
    ['/cuenta', 'Cambiar la contraseña', { actual: 'no es' }],
    ['/confirmar', 'Confirmar', {}],
    ['/colas/emit/pausar', 'Pausar', {}],
  ])('%s', (address, button, typed) =>
    wrong(admin, address, button, typed as Record<string, string>),
  );

  test.each([
    ['/datos', 'Guardar', {}],
    ['/certificado', 'Guardar', {}],
    ['/conexion', 'Probar y guardar', { consulta_id: 'solo el id' }],
    ['/series', 'Agregar', { series: 'X'.repeat(300) }],
    ['/series', 'Proponer el cambio', {}],
    ['/ajustes', 'Guardar', { limite: 'muchas' }],
    ['/pdf', 'Guardar', { pie: 'Ñ'.repeat(5_000), contacto: 'Ñ'.repeat(5_000) }],
    ['/credenciales', 'Crear credencial', {}],
  ])('of a business: %s, %s', (page, button, typed) =>
    wrong(admin, `/negocios/${full.ruc}${page}`, button, typed as Record<string, string>),
  );

  test('a credential revoked under another name', () =>
    wrong(
      admin,
      `/negocios/${full.ruc}/credenciales/${full.apiKey}/revocar`,
      'Revocar para siempre',
      { nombre: 'otra' },
    ));

  test('a business that is not there', () => wellMade(admin, '/negocios/20999999999', 404));

  test('the end of a review that nobody has evidence for', () =>
    wrong(admin, `/referencias/${full.review}`, 'Proponer', { motivo: '' }));
});

test('no page was left out', () => {
  const pages = ROUTES.filter(({ method, path }) => method === 'get' && !NO_PAGE.test(path)).map(
    ({ path }) => path,
  );
  expect(pages.filter((path) => !seen.has(path))).toEqual([]);
});
/** What leads on at once, what is drawn inside a page, what is downloaded. */
const NO_PAGE = /^\/$|\/pdf\/vista$|\/pdf\/muestra$|:archivo$/;

test('nobody was asked but the panel, and the browser refused nothing of it', () => {
  expect([...stranger.complaints, ...admin.complaints]).toEqual([]);
});
