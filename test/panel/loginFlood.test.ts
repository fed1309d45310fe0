/** The login under attack: floods of invented people, wrong passwords and codes from elsewhere. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashPassword } from '@rafaga/secrets';
import { Secret, TOTP } from 'otpauth';
import { enrol, PASSWORD, startTestPanel, type TestPanel } from '../support/panel.js';
import { waitFor } from '../support/waitFor.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
let people: string[];
beforeAll(async () => {
  panel = await startTestPanel({ proxies: 1 });
  people = await peopleOfCheaperHashes(60);
});
afterAll(() => panel.stop());

const invented = () => `nadie-${randomBytes(8).toString('hex')}@prueba.pe`;
const from = (address: string): RequestInit => ({ headers: { 'X-Forwarded-For': address } });

/** One POST of the login, from this address, with the cookies of the browser. */
async function attempt(browser: Browser, address: string, correo: string, clave = 'no es esta') {
  const ficha = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  const body = new URLSearchParams({ ficha, correo, clave });
  return browser.fetch('/ingresar', { method: 'POST', body, ...from(address) });
}

/**
 * A queue full of hashes at the cost of the product takes most of a minute of CPU; a quarter of
 * the cost is still long enough to see which call waits.
 */
async function peopleOfCheaperHashes(count: number): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD, 14);
  const emails = Array.from({ length: count }, invented);
  const data = emails.map((email) => ({ email, name: email, role: 'support', passwordHash }));
  await panel.db.prisma.user.createMany({ data });
  return emails;
}

/** Sixty logins with a wrong password; `order` tells which answers came first. */
async function flood(address: (index: number) => string, order: string[], emails = people) {
  const visitor = await panel.visitor().open('/ingresar');
  return Promise.all(
    emails.map(async (email, index) => {
      const { status } = await attempt(visitor, address(index), email);
      order.push(String(status));
      return status;
    }),
  );
}

/** Of the twenty-six logins of a flood that are not refused, those that may end before another. */
const AHEAD = 8;

const countOf = (order: string[], status: string) => order.filter((each) => each === status).length;

test('sixty anonymous logins of one address do not hold up another address', async () => {
  const { email } = await panel.person('support');
  const honest = await panel.visitor().open('/ingresar');
  const order: string[] = [];
  const flooding = flood(() => '198.51.100.1', order, Array.from({ length: 60 }, invented));
  await waitFor('the first refusals', () => order.length > 20);
  const answer = await attempt(honest, '198.51.100.2', email, PASSWORD);
  order.push('honest');
  await flooding;
  expect(answer.status).toBe(303);
  // two run and four wait; the others are refused at once, but those that come after one has ended
  const refused = countOf(order, '429');
  expect([countOf(order, '403'), refused <= 54, refused > 30]).toEqual([60 - refused, true, true]);
  const before = order.slice(0, order.indexOf('honest'));
  expect(countOf(before, '403')).toBeLessThanOrEqual(4);
});

test('sixty addresses of one network do not hold up a new browser of another', async () => {
  const { email } = await panel.person('support');
  const honest = await panel.visitor().open('/ingresar');
  const order: string[] = [];
  const flooding = flood((index) => `198.51.100.${index + 10}`, order);
  await waitFor('the first refusals', () => order.length > 20);
  const answer = await attempt(honest, '203.0.113.90', email, PASSWORD);
  order.push('honest');
  await flooding;
  expect(answer.status).toBe(303);
  const before = order.slice(0, order.indexOf('honest'));
  expect(countOf(before, '403')).toBeLessThanOrEqual(AHEAD);
});

test('networks of which two logins failed do not hold up a new browser of another', async () => {
  const { email } = await panel.person('support');
  const honest = await panel.visitor().open('/ingresar');
  const networks = 6;
  const failed = await panel.visitor().open('/ingresar');
  const first = Array.from({ length: 2 * networks }, (_, i) =>
    attempt(failed, `100.64.${i % networks}.1`, people[i] ?? ''),
  );
  expect(new Set((await Promise.all(first)).map(({ status }) => status))).toEqual(new Set([403]));
  const order: string[] = [];
  const flooding = flood((index) => `100.64.${index % networks}.${index}`, order);
  await waitFor('the first refusals', () => order.length > 20);
  const answer = await attempt(honest, '203.0.113.91', email, PASSWORD);
  order.push('honest');
  await flooding;
  expect(answer.status).toBe(303);
  expect(countOf(order.slice(0, order.indexOf('honest')), '403')).toBeLessThanOrEqual(AHEAD);
});

test('a refused login says when to come back', async () => {
  const visitor = await panel.visitor().open('/ingresar');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attempt(visitor, '198.51.100.3', invented())),
  );
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('2');
  expect(await refused?.text()).toContain('Vuelve a intentarlo en 2 segundos');
});

test('a known browser goes before addresses without number', async () => {
  const { email } = await panel.person('support');
  const own = await signedIn(email, '203.0.113.7');
  await own.submit({}, { action: '/salir' });
  await own.open('/ingresar');
  const order: string[] = [];
  const flooding = flood((index) => `198.51.${index}.1`, order);
  await waitFor('the first refusals', () => order.length > 20);
  const answer = await attempt(own, '203.0.113.8', email, PASSWORD);
  order.push('honest');
  // a new browser at an address of an earlier login finds a place too
  const colleague = await panel.visitor().open('/ingresar');
  expect((await attempt(colleague, '203.0.113.7', email, PASSWORD)).status).toBe(303);
  await flooding;
  expect(answer.status).toBe(303);
  const before = order.slice(0, order.indexOf('honest'));
  expect(countOf(before, '403')).toBeLessThanOrEqual(AHEAD);
});

/** Signs in with the password from an address. */
async function signedIn(email: string, address: string): Promise<Browser> {
  const browser = await panel.visitor().open('/ingresar');
  const answer = await attempt(browser, address, email, PASSWORD);
  return browser.open(answer.headers.get('location') ?? '');
}

test('wrong passwords from elsewhere do not lock the person out', async () => {
  const { email } = await panel.person('support');
  const attacker = await panel.visitor().open('/ingresar');
  const statuses: number[] = [];
  for (let time = 0; time < 6; time++)
    statuses.push((await attempt(attacker, '198.51.100.1', email)).status);
  expect(statuses).toEqual([403, 403, 403, 403, 429, 429]);
  const owner = await panel.visitor().open('/ingresar');
  expect((await attempt(owner, '203.0.113.7', email, PASSWORD)).status).toBe(303);
});

test('from the same address the owner gets in with a known browser', async () => {
  const { email } = await panel.person('support');
  const own = await signedIn(email, '198.51.100.1');
  const attacker = await panel.visitor().open('/ingresar');
  for (let time = 0; time < 5; time++) await attempt(attacker, '198.51.100.1', email);
  const stranger = await panel.visitor().open('/ingresar');
  expect((await attempt(stranger, '198.51.100.1', email, PASSWORD)).status).toBe(429);
  await own.submit({}, { action: '/salir' });
  expect((await attempt(own, '198.51.100.1', email, PASSWORD)).status).toBe(303);
});

test('the cookie of a browser serves its own users only, an invented one serves none', async () => {
  const [{ email }, { email: other }] = [
    await panel.person('support'),
    await panel.person('admin'),
  ];
  const own = await signedIn(email, '198.51.100.1');
  expect(own.device).toMatch(/^rafaga_equipo=[\w-]{43}\.[\w-]{43}$/);
  const attacker = await panel.visitor().open('/ingresar');
  for (let time = 0; time < 5; time++) await attempt(attacker, '198.51.100.1', other);
  attacker.device = own.device;
  expect((await attempt(attacker, '198.51.100.1', other, PASSWORD)).status).toBe(429);
  attacker.device = `rafaga_equipo=${'a'.repeat(43)}.${'b'.repeat(43)}`;
  expect((await attempt(attacker, '198.51.100.1', other, PASSWORD)).status).toBe(429);
});

test('the count of failures is shared by the panels of an installation', async () => {
  const { email } = await panel.person('support');
  const second = await startTestPanel({ proxies: 1 });
  try {
    const [one, two] = [panel.visitor(), second.visitor()];
    await Promise.all([one.open('/ingresar'), two.open('/ingresar')]);
    const statuses: number[] = [];
    for (const browser of [one, two, one, two, one, two])
      statuses.push((await attempt(browser, '198.51.100.1', email)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 429, 429]);
  } finally {
    await second.stop();
  }
});

/** The status of the answer to a code. */
async function guess(browser: Browser, address: string, codigo: string): Promise<number> {
  const ficha = /name="ficha" value="([^"]+)"/.exec(browser.html)?.[1] ?? '';
  const body = new URLSearchParams({ ficha, codigo });
  return (await browser.fetch('/codigo', { method: 'POST', body, ...from(address) })).status;
}

test('a hundred codes from unknown browsers leave one more in an hour, not a hundred', async () => {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  await enrol(panel.db, id, secret);
  const totp = new TOTP({ secret: Secret.fromHex(secret.toString('hex')) });
  const own = await signedIn(email, '203.0.113.7');
  expect(await guess(own, '203.0.113.7', totp.generate())).toBe(303);
  const thief = await signedIn(email, '198.51.100.1');
  const guesses = new Set<number>();
  for (let at = 0; at < 100; at++) guesses.add(await guess(thief, `100.65.${at}.1`, 'no'));
  expect(guesses).toEqual(new Set([403]));
  expect(await guess(thief, '100.66.0.1', 'no')).toBe(429);
  // an hour later
  await panel.db.pool.query(
    `UPDATE login_failures SET blocked_until = blocked_until - interval '1 hour',
      forget_at = forget_at - interval '1 hour' WHERE failures = 100 AND user_id IS NULL`,
  );
  expect(await guess(thief, '100.66.0.2', 'no')).toBe(403);
  expect(await guess(thief, '100.66.0.3', 'no')).toBe(429);
  // a right code from a browser that the user has used ends the count
  const again = await panel.visitor().open('/ingresar');
  again.device = own.device;
  const answer = await attempt(again, '203.0.113.7', email, PASSWORD);
  await again.open(answer.headers.get('location') ?? '');
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await guess(again, '203.0.113.7', next)).toBe(303);
  expect(await guess(thief, '100.66.0.4', 'no')).toBe(403);
});

test('a thief of the password does not block the second factor of its owner', async () => {
  const { id, email } = await panel.person('admin');
  const secret = randomBytes(20);
  await enrol(panel.db, id, secret);
  const thief = await signedIn(email, '198.51.100.1');
  const statuses: number[] = [];
  for (let time = 0; time < 6; time++) statuses.push(await guess(thief, '198.51.100.1', '000000'));
  expect(statuses).toEqual([403, 403, 403, 403, 429, 429]);
  const owner = await signedIn(email, '203.0.113.7');
  const code = new TOTP({ secret: Secret.fromHex(secret.toString('hex')) }).generate();
  expect(await guess(owner, '203.0.113.7', code)).toBe(303);
});

test('ten failures on one person are in the audit and among the alerts', async () => {
  const { email } = await panel.person('support');
  const attacker = await panel.visitor().open('/ingresar');
  for (let time = 0; time < 10; time++) await attempt(attacker, `198.51.100.${time}`, email);
  const { rows } = await panel.db.pool.query<{ after: object }>(
    `SELECT after FROM audit WHERE action = 'user.login_alarm' AND after->>'email' = $1`,
    [email],
  );
  expect(rows.map(({ after }) => after)).toEqual([
    { email, failures: 10, from: '198.51.100.9', proof: 'password' },
  ]);
  const admin = await panel.as('admin');
  await waitFor('the alarm on the home page', async () => {
    await admin.open('/inicio');
    // tests of other files make users fail in this database too
    return /intentos repetidos de ingresar como \d+ personas?\./.test(admin.text);
  });
});
