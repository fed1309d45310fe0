/** Every path answers other methods with 405 and names the allowed ones. */
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
        expect(reply.status === 405).toBe(!allowed.includes(method));
        if (reply.status !== 405) continue;
        expect(reply.headers.allow).toBe(allowed.join(', '));
        if (method !== 'HEAD') expect(reply.json.codigo).toBe('metodo_no_permitido');
      }
  },
);
