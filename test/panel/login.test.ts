import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { enrol, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

test('who is not signed in comes to the login, and from there to the page that was asked for', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/inicio');
  expect(visitor.path).toBe('/ingresar?volver=%2Finicio');
  await visitor.submit({ correo: email.toUpperCase(), clave: PASSWORD });
  expect([visitor.status, visitor.path]).toEqual([200, '/inicio']);
});

test('a wrong password and an unknown person hear the same', async () => {
  const { email } = await panel.person('support');
  const heard = async (correo: string) => {
    const visitor = await panel.visitor().open('/ingresar');
    await visitor.submit({ correo, clave: 'equivocada del todo' });
    return [visitor.status, visitor.text.replace(correo, '')];
  };
  expect(await heard(email)).toEqual(await heard('nadie@prueba.pe'));
});

test('every wrong guess makes the next wait longer, and the right password waits too', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar');
  const statuses: number[] = [];
  for (let time = 0; time < 5; time++)
    statuses.push((await visitor.submit({ correo: email, clave: 'equivocada' })).status);
  expect(statuses).toEqual([403, 403, 403, 403, 429]);
  expect((await visitor.submit({ correo: email, clave: PASSWORD })).status).toBe(429);
  expect(visitor.text).toContain('Vuelve a intentarlo en 2 segundos');
});

test('the login never leads to another site', async () => {
  const { email } = await panel.person('support');
  const visitor = await panel.visitor().open('/ingresar?volver=//malo.pe/x');
  await visitor.submit({ correo: email, clave: PASSWORD });
  expect(visitor.path).toBe('/inicio');
});

test('with a second factor the code is asked for, and no code is good twice', async () => {
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

test('where a second factor is required, an operator sets one up before anything else', async () => {
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

test('whoever leaves is out, and the cookie of before the login is not the one after it', async () => {
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
