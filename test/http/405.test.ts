/** Every path names its methods: to OPTIONS with 204, to those that it does not take with 405. */
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';

const fixture = apiWithTenant();
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

test.each([
  ['/v1/boletas', ['POST']],
  ['/v1/facturas', ['POST']],
  ['/v1/boletas/1', ['GET', 'HEAD']],
  ['/v1/facturas/1/pdf', ['GET', 'HEAD']],
  ['/v1/facturas/1/xml', ['GET', 'HEAD']],
  ['/v1/boletas/1/cdr', ['GET', 'HEAD']],
  ['/v1/openapi.json', ['GET', 'HEAD']],
  ['/docs', ['GET', 'HEAD']],
  ['/healthz', ['GET', 'HEAD']],
  ['/readyz', ['GET', 'HEAD']],
])(
  '%s allows %j and answers other methods with 405, with credentials or without',
  async (path, allowed) => {
    const { api, tenant } = fixture;
    for (const headers of [{}, tenant.credentials])
      for (const method of METHODS) {
        const reply = await api.call({ method, path, headers });
        const named = method === 'OPTIONS';
        expect(reply.status === 405).toBe(!named && !allowed.includes(method));
        if (named) expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
        if (!named && reply.status !== 405) continue;
        expect(reply.headers.allow).toBe([...allowed, 'OPTIONS'].join(', '));
        if (!named && method !== 'HEAD') expect(reply.json.codigo).toBe('metodo_no_permitido');
      }
  },
);

test('a preflight of a browser is allowed nothing', async () => {
  const reply = await fixture.api.call({
    method: 'OPTIONS',
    path: '/v1/boletas',
    headers: {
      Origin: 'https://tienda.example.pe',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-api-key, x-api-secret, content-type',
    },
  });
  const cors = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'));
  expect([reply.status, cors]).toEqual([204, []]);
});
