/** Authorization: every route requested by every role, without a session, and from another site. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createIssuance, propose, ROLES, type Role } from '@rafaga/db';
import { ROUTES } from '../../apps/panel/src/routes.js';
import { PERMISSIONS } from '../../apps/panel/src/users/permissions.js';
import { aBusiness, aDocument } from '../../packages/db/testing/aDocument.js';
import { startTestPanel, type TestPanel } from '../support/panel.js';
import type { Browser } from './browser.js';

let panel: TestPanel;
const browsers = {} as Record<Role, Browser>;
let own: { id: number; ruc: string; documentId: number };
let other: typeof own;
let anonymous: Browser;

beforeAll(async () => {
  panel = await startTestPanel();
  const issuance = createIssuance(panel.db);
  const make = async () => {
    const { id, ruc } = await aBusiness(panel.db, 'B001');
    const issued = await issuance.issue(
      aDocument(id, { sale: { client: { name: 'x' }, payment: 'cash', lines: [] } }),
    );
    if (issued.is !== 'issued') throw new Error(issued.is);
    return { id, ruc, documentId: issued.id };
  };
  const first = await make();
  [own, other] = [first, await make()];
  await issuance.close();
  for (const role of ROLES)
    browsers[role] = await panel.as(role, role === 'business' ? first.id : undefined);
  anonymous = await panel.visitor().open('/ingresar');
});
afterAll(() => panel.stop());

/** The token of the forms of a session, which keeps it; none without a session. */
const tokens = new Map<Browser, string>();

async function tokenOf(browser: Browser): Promise<string> {
  const known = tokens.get(browser);
  if (known !== undefined) return known;
  const page = await browser.fetch('/cuenta');
  const token = /name="ficha" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  tokens.set(browser, token);
  return token;
}

const pathOf = (path: string, { ruc, documentId }: { ruc: string; documentId: number }) =>
  path
    .replace(':ruc', ruc)
    .replace('/referencias/:id', `/referencias/${documentId}`)
    .replace(':id', '999999999')
    .replace(':archivo', 'a4')
    .replace(':serie', 'F999')
    .replace(':clave', 'rk_nadie')
    .replace(':cola', 'emit')
    .replace(':token', 'ninguno');

/** The status of a request with an empty form: a permitted one gets any status but 403. */
async function statusOf(
  browser: Browser,
  method: 'get' | 'post',
  path: string,
): Promise<[number, string]> {
  const form = async (): Promise<RequestInit> => {
    const ficha = await tokenOf(browser);
    return { method: 'POST', body: new URLSearchParams({ ficha }) };
  };
  const answer = await browser.fetch(path, method === 'get' ? {} : await form());
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('location') ?? ''];
}

const authenticated = ROUTES.filter(
  (route) => route.guard === 'authenticated' || route.guard === 'business',
).filter(
  // this one ends the session of the test's own user
  ({ path, method }) => !(method === 'post' && path === '/cuenta/codigo'),
);

describe.each(ROLES)('the role %s', (role) => {
  test.each(authenticated.map((route) => [route.method, route.path, route] as const))(
    '%s %s',
    async (method, path, route) => {
      const [status] = await statusOf(browsers[role], method, pathOf(path, own));
      if ((PERMISSIONS[route.permission] as readonly Role[]).includes(role))
        expect([200, 303, 400, 404, 409, 422, 403].includes(status)).toBe(true);
      else expect(status).toBe(403);
      if ((PERMISSIONS[route.permission] as readonly Role[]).includes(role) && status === 403)
        expect(path).toBe('/confirmar');
    },
  );
});

test.each(ROLES)('the overview of a business leads %s only to pages it may open', async (role) => {
  await panel.db.prisma.business.update({ where: { id: own.id }, data: { test: true } });
  const browser = browsers[role];
  await browser.open(`/negocios/${own.ruc}`);
  expect(browser.text).toMatch(/puntos por revisar.*Falta el usuario SOL.*Es una cuenta de prueba/);
  const main = browser.all('main')[0]?.getElementsByTagName('a') ?? [];
  const links = [...(main as Iterable<Element>)].map((link) => link.getAttribute('href') ?? '');
  const inside = links.filter((link) => link.startsWith(`/negocios/${own.ruc}/`));
  expect(inside.length).toBeGreaterThan(0);
  for (const link of inside) expect([link, await statusAt(browser, link)]).not.toEqual([link, 403]);
});

const statusAt = async (browser: Browser, link: string) =>
  (await statusOf(browser, 'get', link))[0];

describe('of another business', () => {
  const foreign = authenticated.filter(
    ({ path, permission }) =>
      /:ruc|referencias\/:id/.test(path) &&
      (PERMISSIONS[permission] as readonly Role[]).includes('business'),
  );
  test.each(foreign.map(({ method, path }) => [method, path] as const))(
    '%s %s answers 404',
    async (method, path) => {
      expect((await statusOf(browsers.business, method, pathOf(path, other)))[0]).toBe(404);
    },
  );

  test('its proposals answer 404, and a business approves none of its own', async () => {
    const { id: userId } = await panel.person('operator');
    const proposed = (businessId: number) =>
      propose(
        panel.db,
        { actor: 'test', userId, reason: 'prueba' },
        {
          action: 'series.next',
          businessId,
          environment: 'simulator',
          series: 'B001',
          nextNumber: 500,
        },
      );
    const { business } = browsers;
    const [mine, theirs] = [await proposed(own.id), await proposed(other.id)];
    expect((await statusOf(business, 'post', `/propuestas/${theirs}/rechazar`))[0]).toBe(404);
    for (const what of ['aprobar', 'rechazar'])
      expect((await statusOf(business, 'post', `/propuestas/${mine}/${what}`))[0]).toBe(403);
  });

  test('search and lists do not show it', async () => {
    const { business } = browsers;
    await business.open(`/buscar?q=${other.documentId}`);
    expect(business.text).toContain('Nada con');
    await business.open('/referencias?ver=pendientes');
    expect(business.html).not.toContain(String(other.documentId));
    expect(business.html).toContain(String(own.documentId));
    expect((await business.open(`/referencias?ver=emitidas&ruc=${other.ruc}`)).html).not.toContain(
      String(other.documentId),
    );
  });
});

test.each(authenticated.map(({ method, path }) => [method, path] as const))(
  'without a session %s %s leads to the login',
  async (method, path) => {
    const [status, location] = await statusOf(anonymous, method, pathOf(path, own));
    // without a session there is no form token either
    if (method === 'get')
      expect([status, location]).toEqual([303, expect.stringMatching(/^\/ingresar/)]);
    else expect(status).toBe(403);
  },
);

const forms = ROUTES.filter(({ method }) => method === 'post');
test.each(forms.map(({ path }) => [path]))('%s refuses a form of another site', async (path) => {
  const { admin } = browsers;
  const ficha = await tokenOf(admin);
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    admin.fetch(pathOf(path, own), {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    });
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await post({ 'Sec-Fetch-Site': site }, { ficha })).status).toBe(403);
  expect((await post({}, {})).status).toBe(403);
  expect((await post({}, { ficha: 'x'.repeat(43) })).status).toBe(403);
});

test('a change of role ends the sessions that were open', async () => {
  const { id, email } = await panel.person('operator');
  const operator = await panel.visitor().open('/ingresar');
  await operator.submit({ correo: email, clave: 'una frase de cuatro palabras' });
  expect(operator.path).toBe('/inicio');
  const { admin } = browsers;
  await admin.open(`/usuarios/${id}`);
  await admin.submit({ rol: 'support' }, { action: '/rol' });
  await operator.open('/inicio');
  expect(operator.path).toContain('/ingresar');
});

test.each([
  ['that is not ours is', ['Host', 'malo.ejemplo']],
  ['beside ours is', ['Host', '127.0.0.1', 'Host', 'malo.ejemplo']],
])('a host name %s not served, though it leads here', async (_case, headers) => {
  const url = new URL(panel.url);
  const target = { host: url.hostname, port: url.port, path: '/ingresar', headers };
  const status = await new Promise((resolve, reject) => {
    request(target, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(400);
});

test('every page forbids scripts, styles and frames from elsewhere', async () => {
  const { headers } = await browsers.admin.open('/inicio');
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain('unsafe');
  const foreign = / style=| on[a-z]+=|<script(?!( type="module")? src="\/estatico)/;
  expect(browsers.admin.html).not.toMatch(foreign);
});
