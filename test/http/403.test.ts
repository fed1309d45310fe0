/** A kind that the business does not issue, and a test account, are refused with 403. */
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness } from '../support/business.js';

const fixture = apiWithTenant();

test('a kind that the business does not issue is refused, the other kind is issued', async () => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, { boletas: false });
  const refused = await api.boleta(credentials);
  expect([refused.status, refused.json.codigo]).toEqual([403, 'tipo_deshabilitado']);
  expect((await api.factura(credentials)).status).toBe(201);
});

test('a disabled kind can still be read', async () => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, { facturas: false });
  expect((await api.factura(credentials)).status).toBe(403);
  expect((await api.get('/v1/facturas/1', credentials)).status).toBe(404);
});

test('a test account reads and does not issue', async () => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, { test: true });
  for (const reply of [await api.boleta(credentials), await api.factura(credentials)])
    expect([reply.status, reply.json.codigo]).toEqual([403, 'cuenta_de_prueba']);
  expect((await api.get('/v1/boletas/1', credentials)).status).toBe(404);
});
