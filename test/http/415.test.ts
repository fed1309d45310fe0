/** Other content types and encodings are refused with 415. */
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, aReference } from '../support/saleBody.js';

const fixture = apiWithTenant();

const post = (own: Record<string, string>, body: string | undefined = JSON.stringify(aBoleta())) =>
  fixture.api.call({
    method: 'POST',
    path: '/v1/boletas',
    headers: { ...fixture.tenant.credentials, 'Idempotency-Key': aReference(), ...own },
    ...(body === undefined ? {} : { body }),
  });

test.each([
  '',
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  'application/json, application/json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  'application/jsonp',
  'json',
])('the content type «%s» is refused', async (type) => {
  const reply = await post({ 'Content-Type': type });
  expect([reply.status, reply.json.codigo]).toEqual([415, 'tipo_de_contenido_no_admitido']);
});

test('a missing content type is refused', async () => {
  expect((await post({})).status).toBe(415);
  expect((await post({}, undefined)).status).toBe(415);
});

test.each(['', 'Identity'])('the content encoding «%s» changes nothing', async (encoding) => {
  const reply = await post({ 'Content-Type': 'application/json', 'Content-Encoding': encoding });
  expect(reply.status).toBe(201);
});

test.each(['zstd', 'compress', 'gzip, gzip', 'utf-8', 'constructor', '__proto__'])(
  'the content encoding «%s» is refused',
  async (encoding) => {
    const reply = await post({ 'Content-Type': 'application/json', 'Content-Encoding': encoding });
    expect([reply.status, reply.json.codigo]).toEqual([415, 'codificacion_no_admitida']);
  },
);
