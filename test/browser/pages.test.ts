/**
 * Every page of the panel, empty, filled to its limits and with faults: checked by axe, at 400 %
 * zoom and in the time zone of Lima.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addUser, createBusiness, createOperation, invite, listAnswers } from '@rafaga/db';
import { ROUTES } from '../../apps/panel/src/routes.js';
import { newInvitation } from '../../packages/operations/src/invitation.js';
import { andArrive, type BrowserWindow, openWindow } from './chromium.js';
import { type Crowded, crowded } from './crowded.js';
import { inspect } from './inspect.js';
import { KeyboardUser } from './keyboardUser.js';
import { panelSession } from './panelSession.js';

const session = panelSession('admin');
let anonymous: BrowserWindow;
let full: Crowded;
const draft = `20${String(randomInt(1e9)).padStart(9, '0')}`;
const seen = new Set<string>();

beforeAll(async () => {
  anonymous = await openWindow(session.chromium, session.environment.panel.url);
});
afterAll(() => anonymous.leave());

/** The page has the expected status and passes every inspection. */
async function wellMade({ page }: BrowserWindow, address: string, status = 200): Promise<void> {
  const answer = await page.goto(address);
  expect([address, answer?.status()]).toEqual([address, status]);
  seen.add(routeOf(page.url()));
  expect(await inspect(page)).toEqual([]);
}

/** Sends a form with faults: their list has the focus, and the page passes every inspection. */
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
  // a form inside a closed <details> is opened first
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

/** Links of the list of faults that lead to no field. */
const DEAD_LINKS =
  "[...document.querySelectorAll('.faults a')].map((a) => " +
  "a.getAttribute('href')).filter((at) => !document.querySelector(at))";

const routeOf = (address: string): string => {
  const { pathname } = new URL(address);
  const fits = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  // a fixed path wins over one with parameters
  const found = ROUTES.filter(({ method, path }) => method === 'get' && fits(path)).sort(
    (a, b) => a.path.split(':').length - b.path.split(':').length,
  );
  return found[0]?.path ?? '';
};

describe('without a session', () => {
  test('the login, empty and with faults', async () => {
    await wellMade(anonymous, '/ingresar');
    await wrong(anonymous, '/ingresar', 'Ingresar', { correo: 'nadie@prueba.pe', clave: 'no es' });
  });

  test('an invitation, with faults, and one that does not exist', async () => {
    const { db } = session.environment;
    const { id } = await addUser(
      db,
      { actor: 'test' },
      { email: 'nueva@prueba.pe', name: 'Ñ'.repeat(100), role: 'operator', businessId: undefined },
    );
    const { path, hash, until } = newInvitation(new Date());
    await invite(db, { actor: 'test' }, id, hash, until);
    await wellMade(anonymous, path);
    await wrong(anonymous, path, 'Crear contraseña e ingresar', {
      clave: 'corta',
      repetida: 'otra',
    });
    await wellMade(anonymous, '/invitacion/ninguna', 404);
  });

  test('the second factor: its enrolment and its code, each also with a wrong code', async () => {
    const [newcomer, returned] = [
      await openWindow(session.chromium, session.environment.panel.url),
      await openWindow(session.chromium, session.environment.panel.url),
    ];
    await new KeyboardUser(newcomer.page).provePassword(
      (await session.environment.panel.person('operator')).email,
    );
    await new KeyboardUser(returned.page).provePassword(session.person.email);
    for (const each of [newcomer, returned]) {
      await wellMade(each, '/codigo');
      await wrong(each, '/codigo', 'Continuar', { codigo: '000000' });
      await each.leave();
    }
  });

  test('an unknown address', () => wellMade(anonymous, '/no-hay', 404));
});

describe('without data', () => {
  test.each([
    ...[
      '/inicio',
      '/buscar?q=nada',
      '/referencias',
      '/referencias?ver=pendientes',
      '/referencias?ver=emitidas',
      '/colas',
      '/sunat',
      '/actividad',
      '/avisos',
      '/sunat/firmantes',
      '/sunat/tipo-de-cambio',
      '/ley',
      '/restauracion',
    ],
    ...[
      '/negocios',
      '/negocios/nuevo',
      '/colas/emit/pausar',
      '/usuarios',
      '/auditoria',
      '/cuenta',
      '/cuenta/codigo',
      '/cuenta/recuperacion',
      '/confirmar',
      '/operaciones',
      '/operaciones/nueva?motivo=unknown_code',
    ],
  ])('%s', (address) => wellMade(session.browserWindow, address));

  test('another user', async () => {
    const { id } = await session.environment.panel.person('support');
    await wellMade(session.browserWindow, `/usuarios/${id}`);
    await wellMade(session.browserWindow, `/usuarios/${id}/desactivar`);
    await wellMade(session.browserWindow, `/usuarios/${id}/invitar`);
    await wellMade(session.browserWindow, `/usuarios/${id}/invitacion`);
  });
});

describe('of a business that is being set up', () => {
  beforeAll(() =>
    createBusiness(
      session.environment.db,
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
    '/ley',
    '/activar',
    '/ruc',
    '/borrar',
  ])('%s', (page) => wellMade(session.browserWindow, `/negocios/${draft}${page}`));

  test.each([
    '/datos',
    '/certificado',
    '/conexion',
    '/series',
    '/activar',
    '/credenciales',
    '/llamada',
  ])('%s, as a step', (page) =>
    wellMade(session.browserWindow, `/negocios/${draft}${page}?asistente=1`),
  );
});

const PAGES_OF_A_BUSINESS = [
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
  '/llamada?asistente=1',
  '/suspender',
  '/pausar',
  '/series/B001/cerrar',
];
const PAGES = [
  ...[
    '/inicio',
    '/buscar?q=B001',
    '/referencias',
    '/referencias?ver=pendientes',
    '/referencias?ver=emitidas',
    '/colas',
    '/sunat',
    '/actividad',
    '/avisos',
    '/sunat/firmantes',
    '/sunat/tipo-de-cambio',
    '/restauracion',
  ],
  ...[
    '/negocios',
    '/usuarios',
    '/auditoria',
    '/operaciones',
    '/operaciones/nueva?motivo=unknown_code',
  ],
  ...['/salud/revision', '/salud/pausados', '/salud/rechazos', '/salud/plazo'],
];

describe('filled to its limits', () => {
  beforeAll(async () => {
    full = await crowded(session.environment);
  });

  test.each(PAGES_OF_A_BUSINESS)('of a business: %s', (page) =>
    wellMade(session.browserWindow, `/negocios/${full.ruc}${page}`),
  );

  test.each(PAGES)('%s', (address) => wellMade(session.browserWindow, address));

  test('an operation', async () => {
    const id = await createOperation(
      session.environment.db,
      { actor: 'test', userId: session.person.id, reason: 'Ñ'.repeat(1_000) },
      {
        token: randomUUID(),
        task: { action: 'resolve', resolution: 'discarded' },
        selection: 'Ñ'.repeat(300),
        ids: [full.review, full.pending, full.accepted],
      },
    );
    for (const page of ['/operaciones', `/operaciones/${id}`, '/inicio'])
      await wellMade(session.browserWindow, page);
  });

  test('a secret that was shown', () =>
    wellMade(session.browserWindow, `/negocios/${full.ruc}/credenciales/${full.apiKey}/secreto`));

  test('a credential that is revoked', () =>
    wellMade(session.browserWindow, `/negocios/${full.ruc}/credenciales/${full.apiKey}/revocar`));
});

describe('a reference filled to its limits', () => {
  test.each(['accepted', 'rejected', 'review', 'pending'] as const)('that is %s', (state) =>
    wellMade(session.browserWindow, `/referencias/${full[state]}`),
  );

  test.each([
    ['accepted', 'recibido'],
    ['accepted', 'enviado'],
    ['accepted', 'cdr'],
    ['review', 'recibido'],
  ] as const)('that is %s: %s, masked', (state, what) =>
    wellMade(session.browserWindow, `/referencias/${full[state]}/ver/${what}`),
  );

  test('with an answer that was stored as evidence, masked', async () => {
    const [answer] = await listAnswers(session.environment.db, full.review);
    await wellMade(session.browserWindow, `/referencias/${full.review}/evidencias/${answer?.id}`);
  });

  test('with its personal data revealed', async () => {
    const { page } = session;
    await page.goto(`/referencias/${full.review}`);
    await andArrive(page, () =>
      page.getByRole('button', { name: /^Mostrar los datos personales/ }).click(),
    );
    expect(await inspect(page)).toEqual([]);
    expect(await page.getByRole('main').textContent()).toContain('S/ 9,999,999,999.99');
  });

  test('times are shown in the time zone of Lima', async () => {
    const { page } = session;
    const created = (
      await session.environment.db.prisma.document.findUniqueOrThrow({ where: { id: full.review } })
    ).createdAt;
    // Peru has no daylight saving time
    const [date = '', time = ''] = new Date(created.getTime() - 5 * 3_600_000)
      .toISOString()
      .split(/[T.]/);
    await page.goto(`/referencias/${full.review}`);
    expect(await page.getByRole('main').textContent()).toContain(
      `${date.split('-').reverse().join('/')} ${time}`,
    );
  });
});

/** Address, button, and what is typed instead of nothing. */
type Form = [string, string, Record<string, string>];
const FORMS: Form[] = [
  [
    '/negocios/nuevo',
    'Guardar y continuar',
    { ruc: '1'.repeat(300), razon_social: 'Ñ'.repeat(1_501) },
  ],
  ['/usuarios', 'Crear enlace de invitación', {}],
  ['/cuenta', 'Cambiar la contraseña', { actual: 'no es' }],
  ['/cuenta/recuperacion', 'Crear códigos de recuperación', {}],
  ['/confirmar', 'Confirmar', {}],
  ['/colas/emit/pausar', 'Pausar', {}],
];
const FORMS_OF_A_BUSINESS: Form[] = [
  ['/datos', 'Guardar', {}],
  ['/certificado', 'Guardar', {}],
  ['/conexion', 'Probar y guardar', { consulta_id: 'solo el id' }],
  ['/series', 'Agregar', { series: 'X'.repeat(300) }],
  ['/series', 'Proponer el cambio', {}],
  ['/ajustes', 'Guardar', { limite: 'muchas' }],
  ['/pdf', 'Guardar', { pie: 'Ñ'.repeat(5_000), contacto: 'Ñ'.repeat(5_000) }],
  ['/credenciales', 'Crear credencial', {}],
  ['/suspender', 'Suspender el negocio', {}],
  ['/pausar', 'Pausar el envío', {}],
  ['/series/B001/cerrar', 'Cerrar B001', {}],
];

describe('with faults', () => {
  test.each(FORMS)('%s', (address, button, typed) =>
    wrong(session.browserWindow, address, button, typed),
  );

  test.each(FORMS_OF_A_BUSINESS)('of a business: %s, %s', (page, button, typed) =>
    wrong(session.browserWindow, `/negocios/${full.ruc}${page}`, button, typed),
  );

  test('the first series of a draft', () =>
    wrong(
      session.browserWindow,
      `/negocios/${draft}/series?asistente=1`,
      'Guardar y continuar',
      {},
    ));

  test('a credential revoked under another name', () =>
    wrong(
      session.browserWindow,
      `/negocios/${full.ruc}/credenciales/${full.apiKey}/revocar`,
      'Revocar para siempre',
      { nombre: 'otra' },
    ));

  test('an unknown business', () => wellMade(session.browserWindow, '/negocios/20999999999', 404));

  test('a resolution without evidence', () =>
    wrong(session.browserWindow, `/referencias/${full.review}`, 'Proponer', { motivo: '' }));
});

test('every page was inspected', () => {
  const pages = ROUTES.filter(({ method, path }) => method === 'get' && !NO_PAGE.test(path)).map(
    ({ path }) => path,
  );
  expect(pages.filter((path) => !seen.has(path))).toEqual([]);
});
/** Routes that redirect, documents inside a page, downloads. */
const NO_PAGE =
  /^\/$|^\/llegada$|\/resultado$|\.csv$|\/pdf\/vista$|\/pdf\/muestra$|\/ensayo\/ticket$|:archivo$/;

test('the browser requested no other host and its policy refused nothing', () => {
  expect([...anonymous.complaints, ...session.browserWindow.complaints]).toEqual([]);
});
