/** Tests the login: who gets in, how wrong passwords slow it down, and where it leads. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { enrol, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

test('without a session a page leads to the login, and the login back', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/inicio');
  expect(visitor.path).toBe('/ingresar?volver=%2Finicio');
  await visitor.submit({ correo: email.toUpperCase(), clave: PASSWORD });
  expect([visitor.status, visitor.path]).toEqual([200, '/inicio']);
});

test.each([
  ['/referencias.csv?ver=emitidas', '/referencias?ver=emitidas'],
  ['/operaciones/1/resultado', '/operaciones/1'],
  ['/referencias/1/archivos/a4', '/referencias/1'],
  ['/referencias?cliente=a.csv', '/referencias?cliente=a.csv'],
])('from %s the login leads to %s, not to a download', async (wanted, page) => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open(wanted);
  await visitor.submit({ correo: email, clave: PASSWORD });
  expect(visitor.path).toBe(page);
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const { email } = await panel.person('support');
  const answerTo = async (correo: string) => {
    const visitor = await panel.visitor().open('/ingresar');
    await visitor.submit({ correo, clave: 'equivocada del todo' });
    return [visitor.status, visitor.text.replace(correo, '')];
  };
  expect(await answerTo(email)).toEqual(await answerTo('nadie@prueba.pe'));
});

test('after four wrong passwords the next attempt waits, also with the right one', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  const statuses: number[] = [];
  for (let time = 0; time < 5; time++)
    statuses.push((await visitor.submit({ correo: email, clave: 'equivocada' })).status);
  expect(statuses).toEqual([403, 403, 403, 403, 429]);
  expect((await visitor.submit({ correo: email, clave: PASSWORD })).status).toBe(429);
  expect(visitor.text).toMatch(/Vuelve a intentarlo en [1-5] segundos/);
});

test('wrong passwords that arrive at the same time count each other', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  const ficha = /name="ficha" value="([^"]+)"/.exec(visitor.html)?.[1] ?? '';
  const body = () => new URLSearchParams({ ficha, correo: email, clave: 'equivocada' });
  const attempts = Array.from({ length: 12 }, () =>
    visitor.fetch('/ingresar', { method: 'POST', body: body() }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
});

test.each(['//[', '/negocios/%ff', '/%'])(
  'the address %s gets the page of unknown ones',
  async (to) => {
    const answer = await fetch(`${panel.url}${to}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('No hay una página con esa dirección');
  },
);

test('the login never leads to another site', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar?volver=//malo.pe/x');
  await visitor.submit({ correo: email, clave: PASSWORD });
  expect(visitor.path).toBe('/inicio');
});

test('a second factor is required after the password, and no code is accepted twice', async () => {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  await enrol(panel.db, id, secret);
  const visitor = await panel.visitor().open('/ingresar');
  await visitor.submit({ correo: email, clave: PASSWORD });
  expect(visitor.path).toBe('/codigo');
  await visitor.open('/inicio');
  expect(visitor.path).toBe('/codigo');
  const code = new TOTP({ secret: Secret.fromHex(secret.toString('hex')) }).generate();
  await visitor.submit({ codigo: '000 000' });
  expect(visitor.status).toBe(403);
  await visitor.submit({ codigo: code });
  expect([visitor.status, visitor.path]).toEqual([200, '/inicio']);

  const thief = await panel.visitor().open('/ingresar');
  await thief.submit({ correo: email, clave: PASSWORD });
  await thief.submit({ codigo: code });
  expect(thief.status).toBe(403);
});

test('where second factors are required, an operator has to enrol one first', async () => {
  const strict = await startTestPanel({ secondFactor: 'required' });
  try {
    const { email } = await strict.person('operator');
    const visitor = await strict.visitor().open('/ingresar');
    await visitor.submit({ correo: email, clave: PASSWORD });
    expect([visitor.path, visitor.title]).toEqual(['/codigo', 'Proteger tu cuenta · Ráfaga']);
    const shown = (/Clave: ([A-Z2-7 ]+)/.exec(visitor.text)?.[1] ?? '').replaceAll(' ', '');
    await visitor.submit({ codigo: new TOTP({ secret: shown }).generate() });
    expect([visitor.status, visitor.path]).toEqual([200, '/inicio']);
  } finally {
    await strict.stop();
  }
});

test('a password is changed to another one, not to itself', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  await visitor.submit({ correo: email, clave: PASSWORD });
  const change = async (clave: string) => {
    await visitor.open('/cuenta');
    await visitor.submit({ actual: PASSWORD, clave, repetida: clave }, { action: '/cuenta' });
    return [visitor.status, visitor.text.includes('Tu contraseña cambió')];
  };
  expect(await change(PASSWORD)).toEqual([422, false]);
  expect(visitor.text).toContain('Es la que ya tienes: escribe otra.');
  expect(await change('otra frase de cuatro palabras')).toEqual([200, true]);
});

test('signing out ends the session, and the login changes the cookie', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  const before = visitor.cookie;
  await visitor.submit({ correo: email, clave: PASSWORD });
  const during = visitor.cookie;
  expect(during).not.toBe(before);
  await visitor.submit({}, { action: '/salir' });
  expect(visitor.path).toBe('/ingresar');
  visitor.cookie = during;
  await visitor.open('/inicio');
  expect(visitor.path).toContain('/ingresar');
});

test('a second login in a browser ends the session of its first one', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  await visitor.submit({ correo: email, clave: PASSWORD });
  const first = visitor.cookie;
  const [, ficha = ''] = /name="ficha" value="([^"]+)"/.exec(visitor.html) ?? [];
  const body = new URLSearchParams({ ficha, correo: email, clave: PASSWORD });
  await visitor.open('/ingresar', { method: 'POST', body });
  expect([visitor.path, visitor.cookie === first]).toEqual(['/inicio', false]);
  visitor.cookie = first;
  await visitor.open('/inicio');
  expect(visitor.path).toContain('/ingresar');
});

test('«Salir» in a page from before another login ends the session of the browser', async () => {
  const { email } = await panel.person('support');
  const [older, newer] = [panel.visitor(), panel.visitor()];
  for (const visitor of [older, newer]) {
    await visitor.open('/ingresar');
    await visitor.submit({ correo: email, clave: PASSWORD });
  }
  const open = newer.cookie;
  older.cookie = open;
  await older.submit({}, { action: '/salir' });
  expect([older.path, older.cookie]).toEqual(['/ingresar', expect.not.stringContaining(open)]);
  await newer.open('/inicio');
  expect(newer.path).toContain('/ingresar');
});

test('«Salir» in a page of another user ends no session, and says so', async () => {
  const [older, newer] = [await panel.as('support'), await panel.as('support')];
  older.cookie = newer.cookie;
  await older.submit({}, { action: '/salir' });
  expect(older.status).toBe(403);
  await newer.open('/inicio');
  expect(newer.path).toBe('/inicio');
});

test('the login leads on a browser that is signed in already', async () => {
  const visitor = await panel.as('support');
  await visitor.open('/ingresar?volver=%2Fcuenta');
  expect(visitor.path).toBe('/cuenta');
  await visitor.open('/ingresar?volver=%2F%2Fmalo.example');
  expect(visitor.path).toBe('/inicio');
});
