/** Tests the invitation of a user from the terminal. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { changeUser, findLogin } from '@rafaga/db';
import { aDb } from '../../packages/db/testing/aDocument.js';
import { aPerson } from '../../packages/db/testing/aPerson.js';
import { aHome, rafagaIn } from '../support/cli.js';

const db = aDb();
afterAll(() => db.close());

const home = aHome({ PANEL_URL: 'http://127.0.0.1:3001' });
const invite = (env: Record<string, string>, ...words: string[]) =>
  rafagaIn(home, env)('usuario', 'invitar', ...words);

test('the link is at the address of the panel, which a file may hold', async () => {
  const file = path.join(home, 'panel-url');
  writeFileSync(file, 'https://panel.cadena.pe/\n');
  const who = ['--correo', `${randomUUID()}@cadena.pe`, '--rol', 'admin'];
  for (const env of [{ PANEL_URL_FILE: file }, { PANEL_URL: 'https://panel.cadena.pe' }])
    expect(await invite(env, ...who)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^https:\/\/panel\.cadena\.pe\/[^/]/),
    });
});

test('with a wrong address of the panel no user is created', async () => {
  const email = `${randomUUID()}@cadena.pe`;
  const refused = await invite({ PANEL_URL: 'panel' }, '--correo', email, '--rol', 'admin');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('PANEL_URL');
  expect((await rafagaIn(home)('usuario', 'listar', '--json')).stdout).not.toContain(email);
});

test('a disabled user gets no link, and keeps the password', async () => {
  const { userId, email } = await aPerson(db);
  await db.prisma.user.update({ where: { id: userId }, data: { passwordHash: 'x' } });
  await changeUser(db, { actor: 'test' }, userId, { disabled: true });
  const refused = await invite({}, '--correo', email);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`${email} está desactivado`),
  ]);
  expect((await findLogin(db, email))?.passwordHash).toBe('x');
});
