import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from './api.js';
import { aBusiness, type TestBusiness } from './business.js';
import { aReference } from './sales.js';

let api: TestApi;
let shop: TestBusiness;

beforeAll(async () => {
  api = await startTestApi();
  shop = await aBusiness(api.db);
});
afterAll(() => api.stop());

test('a boleta is created and says where to find it', async () => {
  const reply = await api.boleta(shop.credentials);
  expect(reply.status).toBe(201);
  const { id } = reply.json.datos;
  expect(reply.json).toMatchObject({
    estado: 'exito',
    mensaje: expect.any(String),
    datos: {
      id: expect.any(Number),
      tipo: 'boleta',
      numero_completo: 'B001-1',
      fiscal: { estado: 'pendiente', codigo: null, descripcion: null },
      archivos: { pdf: `/v1/boletas/${id}/pdf`, xml: `/v1/boletas/${id}/xml`, cdr: `/v1/boletas/${id}/cdr` },
    },
  });
});

test('a repetition gets the stored bytes', async () => {
  const reference = aReference();
  const first = await api.factura(shop.credentials, {}, reference);
  const again = await api.factura(shop.credentials, {}, reference);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
});
