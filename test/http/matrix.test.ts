/**
 * Every route of the description, called with the owner's credentials, another business's, none,
 * and revoked ones; and the routes that need none. A new route is one of these, or it fails here.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { openapi } from '@rafaga/contract';
import { revokeCredential } from '@rafaga/db';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, aCredential, BY } from '../support/business.js';
import { aBoleta, aFactura, aReference } from '../support/saleBody.js';
import { settle } from '../support/settle.js';

const fixture = apiWithTenant();
const ids: Record<string, number> = {};
const callers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  const { api, tenant } = fixture;
  const stranger = await aBusiness(api.db);
  const revoked = await aCredential(api.db, tenant.id);
  await revokeCredential(api.db, BY, revoked.apiKey);
  Object.assign(callers, {
    own: tenant.credentials,
    another: stranger.credentials,
    none: {},
    revoked: revoked.credentials,
  });
  ids.boletas = (await api.boleta(tenant.credentials)).json.datos.id;
  ids.facturas = (await api.factura(tenant.credentials)).json.datos.id;
  for (const id of Object.values(ids)) await settle(api, tenant, id);
});

/** What each caller gets from a POST, and from a GET or HEAD of the owner's document. */
const EXPECTED: Record<string, { issue: number; read: number }> = {
  own: { issue: 201, read: 200 },
  another: { issue: 201, read: 404 },
  none: { issue: 401, read: 401 },
  revoked: { issue: 401, read: 401 },
};

const ROUTES = Object.entries(openapi().paths).flatMap(([path, methods]) =>
  Object.keys(methods).flatMap((method) =>
    Object.keys(EXPECTED).map((caller) => [method.toUpperCase(), path, caller] as const),
  ),
);

/** They need no credentials, and tell every caller the same. */
const PUBLIC = ['/', '/v1/openapi.json', '/docs', '/docs/catalogos', '/healthz', '/readyz'];

/** The routes of the app as its source names them, in the words of the description. */
function routesOfApp(): string[] {
  const file = path.resolve(import.meta.dirname, '../../apps/api/src/app.ts');
  const source = readFileSync(file, 'utf8')
    .replaceAll(/`\$\{path\}/g, '`*')
    .replaceAll('(path)', "('*')")
    .replaceAll(':id', '{id}');
  return [...source.matchAll(/\bapp\s*\.(?:route|get|post|all|use)\(([^)]*)\)/g)]
    .flatMap(([, given = '']) => [...given.matchAll(/['`]([^'`]*)['`]/g)])
    .flatMap(([, route = '']) =>
      route.startsWith('*')
        ? ['boletas', 'facturas'].map((kind) => `/v1/${kind}${route.slice(1)}`)
        : [route],
    );
}

test('the description has every route but those that need no credentials', () => {
  const described = Object.keys(openapi().paths).map((each) => `/v1${each}`);
  expect(described).toHaveLength(2 * 5);
  expect(routesOfApp().sort()).toEqual([...described, ...PUBLIC].sort());
});

test.each(PUBLIC)('%s tells every caller the same', async (path) => {
  const { api } = fixture;
  const texts = await Promise.all(
    Object.values(callers).map(async (headers) => (await api.call({ path, headers })).text),
  );
  expect(texts[0]).not.toBe('');
  expect(new Set(texts).size).toBe(1);
});

test.each(ROUTES)('%s %s, with %s credentials', async (method, template, caller) => {
  const { api } = fixture;
  const kind = template.split('/')[1] as string;
  const target = `/v1${template.replace('{id}', String(ids[kind]))}`;
  const credentials = callers[caller] as Record<string, string>;
  const expected = EXPECTED[caller];
  if (method === 'POST') {
    const sale = kind === 'boletas' ? aBoleta() : aFactura();
    expect(
      (await api.post(target, { ...credentials, 'Idempotency-Key': aReference() }, sale)).status,
    ).toBe(expected?.issue);
  } else
    expect((await api.call({ method, path: target, headers: credentials })).status).toBe(
      expected?.read,
    );
});
