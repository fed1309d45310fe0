/** The user's own second factor: another telephone, and recovery codes. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { changeUser, findLogin } from '@rafaga/db';
import { Secret, TOTP } from 'otpauth';
import { enrol, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
beforeAll(async () => {
  panel = await startTestPanel();
});
afterAll(() => panel.stop());

const STEP_MS = 30_000;
const codeOf = (secret: Buffer, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromHex(secret.toString('hex')) }).generate({ timestamp });

async function anEnrolled() {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  await enrol(panel.db, id, secret);
  const browser = await withPassword(email);
  await browser.submit({ codigo: codeOf(secret) });
  expect(browser.path).toBe('/inicio');
  return { id, email, secret, browser };
}

async function withPassword(email: string): Promise<Browser> {
  const browser = await panel.visitor().open('/ingresar');
  return browser.submit({ correo: email, clave: PASSWORD });
}

/** The next step's code: the one before was used at the login. */
const nextCode = (secret: Buffer) => codeOf(secret, Date.now() + STEP_MS);

async function recoveryCodes(browser: Browser, secret: Buffer): Promise<string[]> {
  await browser.open('/cuenta/recuperacion');
  await browser.submit({ codigo: nextCode(secret) });
  return /<pre[^>]*>([^<]+)</.exec(browser.html)?.[1]?.split('\n') ?? [];
}

test('another telephone needs the code of the one before and ends the other sessions', async () => {
  const { id, email, secret, browser } = await anEnrolled();
  const before = (await findLogin(panel.db, email))?.totpSecret;
  const other = await withPassword(email);
  await panel.db.pool.query(`UPDATE sessions SET stage = 'open' WHERE user_id = $1`, [id]);
  await other.open('/cuenta');
  expect(other.path).toBe('/cuenta');

  await browser.open('/cuenta/codigo');
  await browser.submit({ codigo: '000000' });
  expect([browser.status, browser.text]).toEqual([422, expect.stringContaining('El código no es')]);
  expect(browser.text).not.toContain('Clave:');
  await browser.submit({ codigo: nextCode(secret) });
  const shown = (/Clave: ([A-Z2-7 ]+)/.exec(browser.text)?.[1] ?? '').replaceAll(' ', '');
  await browser.submit({ codigo: new TOTP({ secret: shown }).generate() });
  expect(browser.title).toBe('Tus códigos de recuperación · Ráfaga');
  expect((await findLogin(panel.db, email))?.totpSecret).not.toEqual(before);
  await other.open('/cuenta');
  expect(other.path).toMatch(/^\/ingresar/);
  await browser.open('/cuenta');
  expect([browser.status, browser.text]).toEqual([200, expect.stringContaining('quedan 10')]);
});

test('a code that was used is told from a wrong one', async () => {
  const { email, secret } = await anEnrolled();
  const again = await withPassword(email);
  const used = codeOf(secret);
  await again.submit({ codigo: used });
  expect([again.status, again.text]).toEqual([
    403,
    expect.stringContaining('Ese código ya se usó: espera a que tu teléfono muestre el siguiente.'),
  ]);
  await again.submit({ codigo: used === '000000' ? '000001' : '000000' });
  expect(again.text).toContain('El código no es el que se muestra ahora.');
});

test('without the proof no telephone is enrolled', async () => {
  const { email, browser } = await anEnrolled();
  const before = (await findLogin(panel.db, email))?.totpSecret;
  await browser.open('/cuenta/codigo');
  const ficha = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  const secret = randomBytes(20);
  await browser.open('/cuenta/codigo/nuevo', {
    method: 'POST',
    body: new URLSearchParams({ ficha, codigo: codeOf(secret), sobre: secret.toString('base64') }),
  });
  expect(browser.path).toBe('/cuenta/codigo');
  expect((await findLogin(panel.db, email))?.totpSecret).toEqual(before);
});

test('a page from before a telephone was enrolled does not replace it', async () => {
  const { id, email } = await panel.person('admin');
  const thief = await withPassword(email);
  await thief.open('/cuenta/codigo');
  const shown = (/Clave: ([A-Z2-7 ]+)/.exec(thief.text)?.[1] ?? '').replaceAll(' ', '');
  await enrol(panel.db, id, randomBytes(20));
  const before = (await findLogin(panel.db, email))?.totpSecret;
  await thief.submit({ codigo: new TOTP({ secret: shown }).generate() });
  expect([thief.path, thief.title]).toEqual([
    '/cuenta/codigo',
    'Cambiar el código de verificación · Ráfaga',
  ]);
  expect((await findLogin(panel.db, email))?.totpSecret).toEqual(before);
});

test('a recovery code opens a session once, and is stored only as a hash', async () => {
  const { id, email, secret, browser } = await anEnrolled();
  const codes = await recoveryCodes(browser, secret);
  expect(new Set(codes).size).toBe(10);
  await browser.open(browser.path);
  expect(browser.text).toContain('Te quedan 10 sin usar; ya se mostraron');
  const { rows } = await panel.db.pool.query<{ hash: Buffer }>(
    'SELECT hash FROM recovery_codes WHERE user_id = $1',
    [id],
  );
  expect(rows.map(({ hash }) => hash.length)).toEqual(Array(10).fill(32));

  const lost = await withPassword(email);
  await lost.open(lost.links.find((link) => link.includes('recuperacion')) ?? '');
  await lost.submit({ recuperacion: 'aaaaa-aaaaa' });
  expect(lost.status).toBe(403);
  await lost.submit({ recuperacion: ` ${codes[3]?.toUpperCase().replace('-', ' ')}` });
  expect([lost.status, lost.path]).toEqual([200, '/inicio']);
  await lost.open('/cuenta');
  expect(lost.text).toContain('quedan 9');

  const thief = await withPassword(email);
  await thief.open('/codigo?con=recuperacion');
  await thief.submit({ recuperacion: codes[3] ?? '' });
  expect(thief.status).toBe(403);
  // a lost telephone is replaced by one of the others, also when the password is asked for first
  await lost.open('/cuenta/codigo');
  await panel.db.pool.query(
    `UPDATE sessions SET proved_at = now() - interval '1 hour' WHERE user_id = $1`,
    [id],
  );
  expect(lost.hides('recuperacion')).toBe(true);
  await lost.submit({ recuperacion: codes[4] ?? '' });
  await lost.submit({ clave: PASSWORD });
  expect(lost.hides('recuperacion')).toBe(false);
  await lost.submit({ recuperacion: codes[4] ?? '' });
  expect(lost.title).toBe('Registrar un teléfono · Ráfaga');
});

test('wrong codes that arrive at the same time count each other', async () => {
  const { email } = await anEnrolled();
  const thief = await withPassword(email);
  const ficha = /name="ficha" value="([^"]+)"/.exec(thief.html)?.[1] ?? '';
  const attempt = async (guess: Record<string, string>) => {
    const body = new URLSearchParams({ ficha, ...guess });
    return (await thief.fetch('/codigo', { method: 'POST', body })).status;
  };
  const statuses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      attempt(index % 2 ? { codigo: '000000' } : { recuperacion: 'aaaaa-aaaaa' }),
    ),
  );
  expect(statuses.filter((status) => status === 403)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
});

test('an invitation takes the recovery codes away with the second factor', async () => {
  const { id, secret, browser } = await anEnrolled();
  expect(await recoveryCodes(browser, secret)).toHaveLength(10);
  const admin = await panel.as('admin');
  await admin.open(`/usuarios/${id}/invitar`);
  await admin.submit({ motivo: 'perdió su teléfono' });
  const { rows } = await panel.db.pool.query('SELECT 1 FROM recovery_codes WHERE user_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});

test('a disabled user gets no invitation, and keeps password and second factor', async () => {
  const { id } = await anEnrolled();
  const proofs = async () => {
    const { rows } = await panel.db.pool.query(
      'SELECT password_hash, totp_secret, invite_hash FROM users WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  const before = await proofs();
  const admin = await panel.as('admin');
  await admin.open(`/usuarios/${id}/invitar`);
  await changeUser(panel.db, { actor: 'test' }, id, { disabled: true });
  await admin.submit({ motivo: 'perdió su teléfono' });
  expect([admin.status, admin.text]).toEqual([
    409,
    expect.stringContaining('Primero déjale ingresar otra vez.'),
  ]);
  expect((await admin.open(`/usuarios/${id}/invitar`)).status).toBe(409);
  expect((await admin.open(`/usuarios/${id}`)).html).not.toContain('/invitar');
  expect(await proofs()).toEqual(before);
});
