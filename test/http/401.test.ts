/** A call needs the key and the secret of an active business. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { revokeCredential, setBusinessState, updateBusiness } from '@rafaga/db';
import { newCredential } from '@rafaga/secrets';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, aCredential, BY } from '../support/business.js';
import { aBoleta, aReference } from '../support/saleBody.js';

const fixture = apiWithTenant();
const PATHS = [
  '/v1/boletas/1',
  '/v1/facturas/1',
  '/v1/boletas/1/pdf',
  '/v1/facturas/1/xml',
  '/v1/boletas/1/cdr',
];

test('every call needs both headers', async () => {
  const { api, tenant } = fixture;
  const { 'X-Api-Key': key, 'X-Api-Secret': secret } = tenant.credentials as Record<string, string>;
  for (const headers of [
    {},
    { 'X-Api-Key': key },
    { 'X-Api-Secret': secret },
    { 'X-Api-Key': '', 'X-Api-Secret': '' },
  ])
    for (const path of PATHS) {
      const reply = await api.get(path, headers as Record<string, string>);
      expect([reply.status, reply.json.codigo]).toEqual([401, 'credenciales_faltantes']);
    }
});

test('the Authorization header is not accepted', async () => {
  const { api, tenant } = fixture;
  const { 'X-Api-Key': key, 'X-Api-Secret': secret } = tenant.credentials as Record<string, string>;
  const basic = Buffer.from(`${key}:${secret}`).toString('base64');
  for (const Authorization of [`Basic ${basic}`, `Bearer ${secret}`])
    expect((await api.get('/v1/boletas/1', { Authorization })).status).toBe(401);
});

test('wrong credentials get the same answer, whatever is wrong', async () => {
  const { api, tenant } = fixture;
  const other = newCredential();
  const { 'X-Api-Key': key, 'X-Api-Secret': secret } = tenant.credentials as Record<string, string>;
  const wrong = [
    { 'X-Api-Key': key, 'X-Api-Secret': other.apiSecret },
    { 'X-Api-Key': other.apiKey, 'X-Api-Secret': secret },
    { 'X-Api-Key': `${key}x`, 'X-Api-Secret': secret },
    { 'X-Api-Key': key, 'X-Api-Secret': `${secret} x` },
    { 'X-Api-Key': key?.toLowerCase(), 'X-Api-Secret': secret },
    { 'X-Api-Key': 'ñandú', 'X-Api-Secret': 'ñandú' },
    { 'X-Api-Key': 'k'.repeat(5_000), 'X-Api-Secret': secret },
    { 'X-Api-Key': `${key}, ${key}`, 'X-Api-Secret': secret },
  ];
  const bodies = new Set<string>();
  for (const headers of wrong) {
    const reply = await api.get('/v1/boletas/1', headers as Record<string, string>);
    expect(reply.status).toBe(401);
    bodies.add(reply.text.replace(reply.headers['x-request-id'] as string, ''));
  }
  expect(bodies.size).toBe(1);
});

test('after one of two credentials is revoked, the other still works', async () => {
  const { api, tenant } = fixture;
  const extra = await aCredential(api.db, tenant.id);
  const before = await api.boleta(extra.credentials);
  expect(before.status).toBe(201);
  await revokeCredential(api.db, BY, extra.apiKey);
  await api.changed(tenant.id);
  expect((await api.boleta(extra.credentials)).status).toBe(401);
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
});

test.each(['draft', 'suspended'] as const)(
  'a business that is %s may neither issue nor read',
  async (state) => {
    const { api } = fixture;
    const { credentials } = await aBusiness(api.db, { state });
    const reply = await api.get('/v1/boletas/1', credentials);
    expect([reply.status, reply.json.codigo]).toEqual([401, 'acceso_inactivo']);
  },
);

test('a suspended business that is activated again works at once', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { state: 'suspended' });
  expect((await api.boleta(tenant.credentials)).status).toBe(401);
  await setBusinessState(api.db, BY, tenant.id, 'active');
  await api.changed(tenant.id);
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
});

test.each([
  ['its key was revoked', 401, 'credenciales_invalidas'],
  ['its business was suspended', 401, 'acceso_inactivo'],
  ['its business may issue no boletas', 403, 'tipo_deshabilitado'],
])('a body whose last byte comes after %s issues nothing', async (why, status, code) => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const body = JSON.stringify(aBoleta());
  const headers = {
    ...tenant.credentials,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': aReference(),
  };
  const target = { port: api.port, host: '127.0.0.1', path: '/v1/boletas', method: 'POST' };
  const req = request({ ...target, agent: false, headers });
  req.write(body.slice(0, -1));
  expect((await api.get('/v1/boletas/1', tenant.credentials)).status).toBe(404);
  if (code === 'acceso_inactivo') await setBusinessState(api.db, BY, tenant.id, 'suspended');
  else if (status === 403) await updateBusiness(api.db, BY, tenant.id, { boletas: false });
  else await revokeCredential(api.db, BY, tenant.apiKey);
  await api.changed(tenant.id);
  const [res] = (await once(req.end(body.slice(-1)), 'response')) as [IncomingMessage];
  const { codigo } = (await json(res)) as { codigo: string };
  expect([why, res.statusCode, codigo]).toEqual([why, status, code]);
  const { rows } = await api.db.pool.query('SELECT 1 FROM documents WHERE business_id = $1', [
    tenant.id,
  ]);
  expect(rows).toEqual([]);
});

test('the time of the last use of a credential is stored', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const before = new Date();
  await api.boleta(tenant.credentials);
  await api.restart();
  const { rows } = await api.db.pool.query(
    'SELECT last_used_at FROM credentials WHERE api_key = $1',
    [tenant.apiKey],
  );
  expect(rows[0].last_used_at >= before && rows[0].last_used_at <= new Date()).toBe(true);
});
