/**
 * What ends the sessions of a user also ends what they are doing at that moment: a login that is
 * being checked, a code, a new password.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findLogin } from '@rafaga/db';
import { Secret, TOTP } from 'otpauth';
import { enrol, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

const END_SESSIONS = 'DELETE FROM sessions WHERE user_id = $1';
const NEW_PASSWORD = `UPDATE users SET password_hash = 'new' WHERE id = $1`;
const NEW_INVITATION = 'UPDATE users SET password_hash = NULL, totp_secret = NULL WHERE id = $1';
const NEW_TELEPHONE = `UPDATE users SET totp_secret = '\\x00' WHERE id = $1`;
const DISABLED = 'UPDATE users SET disabled_at = now() WHERE id = $1';
const ANOTHER_ROLE = `UPDATE users SET role = 'admin' WHERE id = $1`;
const ENABLED = 'UPDATE users SET disabled_at = NULL WHERE id = $1';

/** Carries out `changes` while the action waits for the row of its user. */
async function meanwhile<T>(userId: number, changes: string[], act: () => Promise<T>): Promise<T> {
  const admin = await panel.db.pool.connect();
  try {
    await admin.query('BEGIN');
    const { rows } = await admin.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid FROM users WHERE id = $1 FOR UPDATE',
      [userId],
    );
    const acting = act();
    await waitFor('the action at the row', async () => {
      const { rowCount } = await panel.db.pool.query(
        'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return rowCount === 1;
    });
    for (const change of changes) await admin.query(change, [userId]);
    await admin.query('COMMIT');
    return await acting;
  } finally {
    admin.release();
  }
}

const atLogin = () => panel.visitor().open('/ingresar');
const logIn = (browser: Browser, correo: string) => browser.submit({ correo, clave: PASSWORD });
const codeOf = (secret: Buffer) =>
  new TOTP({ secret: Secret.fromHex(secret.toString('hex')) }).generate();

const isShutOut = async (browser: Browser): Promise<boolean> =>
  (await browser.open('/cuenta')).path.startsWith('/ingresar');

test.each([
  ['another password is set', [NEW_PASSWORD]],
  ['the user is invited anew', [NEW_INVITATION]],
  ['the user is disabled', [DISABLED]],
  ['the first telephone is enrolled', [NEW_TELEPHONE]],
])('a login that is checked while %s opens no session', async (_case, changes) => {
  const { id, email } = await panel.person('admin');
  const thief = await atLogin();
  await meanwhile(id, [END_SESSIONS, ...changes], () => logIn(thief, email));
  await panel.db.pool.query(ENABLED, [id]);
  expect(await isShutOut(thief)).toBe(true);
});

test('a login of a role without second factor gives none that needs it', async () => {
  const { id, email } = await panel.person('support');
  const promoted = await atLogin();
  await meanwhile(id, [END_SESSIONS, ANOTHER_ROLE], () => logIn(promoted, email));
  expect(await isShutOut(promoted)).toBe(true);
});

test('a code that is checked while the sessions are ended opens none', async () => {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  await enrol(panel.db, id, secret);
  const thief = await logIn(await atLogin(), email);
  await meanwhile(id, [END_SESSIONS], () => thief.submit({ codigo: codeOf(secret) }));
  expect(await isShutOut(thief)).toBe(true);
});

test('a session that is ended sets no password, telephone or recovery codes', async () => {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  const thief = await logIn(await atLogin(), email);
  const clave = 'otra frase de cuatro palabras';
  await thief.open('/cuenta');
  await meanwhile(id, [END_SESSIONS, NEW_INVITATION], () =>
    thief.submit({ actual: PASSWORD, clave, repetida: clave }, { action: '/cuenta' }),
  );
  expect((await findLogin(panel.db, email))?.passwordHash).toBe(null);

  const second = await panel.person('admin');
  await enrol(panel.db, second.id, secret);
  const holder = await logIn(await atLogin(), second.email);
  await panel.db.pool.query(`UPDATE sessions SET stage = 'authenticated' WHERE user_id = $1`, [
    second.id,
  ]);
  await holder.open('/cuenta/recuperacion');
  await meanwhile(second.id, [END_SESSIONS], () => holder.submit({ codigo: codeOf(secret) }));
  const { rowCount } = await panel.db.pool.query(
    'SELECT 1 FROM recovery_codes WHERE user_id = $1',
    [second.id],
  );
  expect(rowCount).toBe(0);
});

test('two who enrol a telephone at once do not replace the first one', async () => {
  const { id, email } = await panel.person('admin');
  const thief = await logIn(await atLogin(), email);
  await panel.db.pool.query(`UPDATE sessions SET stage = 'enrolment' WHERE user_id = $1`, [id]);
  await thief.open('/codigo');
  const shown = (/Clave: ([A-Z2-7 ]+)/.exec(thief.text)?.[1] ?? '').replaceAll(' ', '');
  const codigo = new TOTP({ secret: shown }).generate();
  await meanwhile(id, [END_SESSIONS, NEW_TELEPHONE], () => thief.submit({ codigo }));
  expect((await findLogin(panel.db, email))?.totpSecret).toEqual(Buffer.from([0]));
  expect(await isShutOut(thief)).toBe(true);
});
