/**
 * Every route of the description × whose credentials: one's own, another business's, none, revoked
 * ones.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { openapi } from '@rafaga/contract';
import { revokeCredential } from '@rafaga/db';
import { aBusiness, aCredential, BY } from './business.js';
import { settled } from './exchange.js';
import { aHouse } from './house.js';
import { aBoleta, aFactura, aReference } from './sales.js';

const house = aHouse();
const ids: Record<string, number> = {};
const callers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  const { api, shop } = house;
  const stranger = await aBusiness(api.db);
  const revoked = await aCredential(api.db, shop.id);
  await revokeCredential(api.db, BY, revoked.apiKey);
  Object.assign(callers, {
    own: shop.credentials,
    another: stranger.credentials,
    none: {},
    revoked: revoked.credentials,
  });
  ids.boletas = (await api.boleta(shop.credentials)).json.datos.id;
  ids.facturas = (await api.factura(shop.credentials)).json.datos.id;
  for (const id of Object.values(ids)) await settled(api, shop, id);
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

test('the description has the whole set of routes', () => {
  expect(ROUTES).toHaveLength(2 * (1 + 4 * 2) * 4);
});

test.each(ROUTES)('%s %s, with %s credentials', async (method, template, caller) => {
  const { api } = house;
  const kind = template.split('/')[1] as string;
  const path = `/v1${template.replace('{id}', String(ids[kind]))}`;
  const credentials = callers[caller] as Record<string, string>;
  const expected = EXPECTED[caller];
  if (method === 'POST') {
    const sale = kind === 'boletas' ? aBoleta() : aFactura();
    expect(
      (await api.post(path, { ...credentials, 'Idempotency-Key': aReference() }, sale)).status,
    ).toBe(expected?.issue);
  } else
    expect((await api.call({ method, path, headers: credentials })).status).toBe(expected?.read);
});
