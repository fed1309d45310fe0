/** Bodies above 2,000,000 bytes are refused with 413, and the connection stays usable. */
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, aReference } from '../support/saleBody.js';

const fixture = apiWithTenant();

const sized = (bytes: number) => {
  const body = JSON.stringify(aBoleta());
  return body + ' '.repeat(bytes - Buffer.byteLength(body));
};

const post = (body: string | Buffer, chunked: boolean) => {
  const headers = {
    ...fixture.tenant.credentials,
    'Idempotency-Key': aReference(),
    'Content-Type': 'application/json',
  };
  return fixture.api.call({ method: 'POST', path: '/v1/boletas', headers, body, chunked });
};

test.each([
  [2_000_001, false],
  [2_000_001, true],
  [20_000_000, false],
  [20_000_000, true],
])('%d bytes are refused (chunked: %p)', async (bytes, chunked) => {
  const reply = await post(sized(bytes), chunked);
  expect([reply.status, reply.json.codigo]).toEqual([413, 'cuerpo_demasiado_grande']);
});

test('a body that is too large and not JSON is refused for its size', async () => {
  expect((await post('x'.repeat(2_000_001), true)).status).toBe(413);
});

test('the connection can be used for the next call', async () => {
  for (let i = 0; i < 3; i++) {
    expect((await post(sized(2_100_000), true)).status).toBe(413);
    expect((await post(sized(1_000), false)).status).toBe(201);
  }
});
