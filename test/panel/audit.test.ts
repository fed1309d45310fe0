/** The audit and the users as lists: in Spanish words, and filtered by the address. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordAct } from '@rafaga/db';
import { aBusiness } from '../../packages/db/testing/aDocument.js';
import { PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let admin: Browser;
let business: { id: number; ruc: string };
beforeAll(async () => {
  panel = await startTestPanel();
  admin = await panel.as('admin');
  business = await aBusiness(panel.db, 'B001');
  const businessId = business.id;
  await recordAct(
    panel.db,
    { actor: 'cli:root', reason: 'corrige el nombre' },
    {
      action: 'business.update',
      businessId,
      before: { legalName: 'Vieja', pausedUntil: null, kinds: ['boleta'] },
      after: { legalName: 'Nueva', pausedUntil: '2026-11-22T15:00:00.000Z', kinds: ['factura'] },
    },
  );
  await recordAct(
    panel.db,
    { actor: 'panel:olga@prueba.pe' },
    {
      action: 'business.active',
      businessId,
      after: { state: 'active', algoNuevo: 7, name: 'constructor', valueOf: 8 },
    },
  );
});
afterAll(() => panel.stop());

const audit = async (query: string): Promise<string> =>
  (await admin.open(`/auditoria?ruc=${business.ruc}&${query}`)).text;

test('a change is told field by field in Spanish, and a field without a name plainly', async () => {
  const text = await audit('');
  expect(text).toContain('Razón socialVieja → Nueva');
  expect(text).toContain('En pausa hastanada → 22/11/2026 10:00');
  expect(text).toContain('Comprobantes que emiteboleta → factura');
  expect(text).toContain('Estadoactivo');
  expect(text).toContain('algoNuevo7');
  expect(text).toContain('Nombreconstructor');
  expect(text).toContain('valueOf8');
  expect(text).toContain('terminal (root)');
  expect(text).toContain('olga@prueba.pe');
  expect(text).not.toMatch(/\{"|cli:|panel:|legalName/);
});

test('an action on another person names that person in its row', async () => {
  const [person, by] = [`luis-${randomUUID()}@prueba.pe`, `olga-${randomUUID()}@prueba.pe`];
  const changed = { before: { email: person, role: 'support' }, after: { role: 'operator' } };
  const actor = `panel:${by}`;
  await recordAct(panel.db, { actor }, { action: 'user.change', ...changed });
  await recordAct(panel.db, { actor }, { action: 'user.invite', after: { email: person } });
  await recordAct(panel.db, { actor }, { action: 'user.password', after: { email: by } });
  await admin.open(`/auditoria?quien=${by}`);
  const subjects = admin
    .all('tr')
    .flatMap((row) => row.getElementsByTagName('td')[3]?.textContent?.trim() ?? []);
  expect(subjects).toEqual(['', person, person]);
});

test('sessions that an admin ends are over at once, and their person is in the audit', async () => {
  const { id, email } = await panel.person('support');
  const browser = panel.visitor();
  await browser.open('/ingresar');
  await browser.submit({ correo: email, clave: PASSWORD });
  expect(browser.path).not.toContain('/ingresar');
  await admin.open(`/usuarios/${id}`);
  await admin.submit({}, { action: '/equipos' });
  expect(admin.html).toContain('Sus equipos se olvidaron: desde ahora cuentan como desconocidos.');
  await admin.submit({}, { action: '/sesiones' });
  expect((await browser.open('/negocios')).path).toContain('/ingresar');
  const { text } = await admin.open('/auditoria?que=user.sessions');
  expect(text).toContain('Cerró sesiones de una persona');
  expect(text).toContain(email);
});

test.each([
  ['quien=olga@prueba.pe', false, true],
  ['quien=terminal+(root)', true, false],
  ['quien=nadie', false, false],
  ['que=business.update', true, false],
  ['que=business.active&quien=olga@prueba.pe', false, true],
  ['del=2026-01-01', true, true],
  ['del=2099-01-01', false, false],
  ['del=ayer', true, true],
  ['del=0000-01-01', true, true],
  ['del=%2B275760-01-01', true, true],
])('%s: the change %s, the activation %s', async (query, change, activation) => {
  await audit(query);
  const rows = admin
    .all('tbody')
    .map((body) => body.textContent ?? '')
    .join();
  expect([rows.includes('Cambió los datos'), rows.includes('Activó el negocio')]).toEqual([
    change,
    activation,
  ]);
});

test('a business filters its audit by the actions that it can have', async () => {
  const actions = ({ document }: Browser) =>
    [...(document.getElementById('que')?.childNodes ?? [])].map((option) =>
      (option as unknown as Element).getAttribute('value'),
    );
  const own = await panel.as('business', business.id);
  await own.open('/auditoria');
  expect(actions(own)).toEqual(
    expect.arrayContaining(['business.update', 'document.resolve', 'user.add', 'list.export']),
  );
  expect(
    actions(own).filter((action) => /password|queue|operation|view/.test(action ?? '')),
  ).toEqual([]);
  await admin.open('/auditoria');
  expect(actions(admin)).toContain('user.password');
});

test('a business reads why an operator stopped it, and the operator was told so', async () => {
  const { id, ruc } = await aBusiness(panel.db, 'B001');
  const operator = await panel.as('operator');
  await operator.open(`/negocios/${ruc}/pausar`);
  expect(operator.text).toContain('Si es sobre un negocio, también lo lee el negocio');
  await operator.submit({ motivo: 'clave SOL por cambiar' });
  const own = await panel.as('business', id);
  await own.open('/auditoria');
  expect(own.text).toContain('clave SOL por cambiar');
});

test('users are found by a part of the name or the e-mail, and by role', async () => {
  const { email, id } = await panel.person('support');
  const links = async (query: string) => (await admin.open(`/usuarios?${query}`)).links;
  expect(await links(`texto=${email.toUpperCase()}`)).toContain(`/usuarios/${id}`);
  expect(await links(`texto=${email}&de=support`)).toContain(`/usuarios/${id}`);
  expect(await links(`texto=${email}&de=operator`)).not.toContain(`/usuarios/${id}`);
  expect(admin.text).toContain('Ningún usuario es así.');
});

test('a long list of users comes in pages, the newest first, which keep the filter', async () => {
  const word = `lista-${randomUUID()}`;
  await panel.db.pool.query(
    `INSERT INTO users (email, name, role)
      SELECT $1 || n || '@prueba.pe', $1, 'support' FROM generate_series(1, 120) AS n`,
    [word],
  );
  const pageOf = async (address: string) => {
    const { links } = await admin.open(address);
    return {
      users: new Set(links.filter((link) => /^\/usuarios\/\d+$/.test(link))),
      next: links.find((link) => link.includes('desde=')) ?? '',
      previous: links.find((link) => link.includes('hasta=')) ?? '',
    };
  };
  const first = await pageOf(`/usuarios?texto=${word}`);
  const second = await pageOf(first.next);
  const third = await pageOf(second.next);
  expect([first, second, third].map(({ users }) => users.size)).toEqual([50, 50, 20]);
  const ids = [first, second, third].flatMap(({ users }) =>
    [...users].map((link) => Number(link.split('/')[2])),
  );
  expect(new Set(ids).size).toBe(120);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(third.next).toBe('');
  expect((await pageOf(third.previous)).users).toEqual(second.users);
});
