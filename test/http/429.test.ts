/**
 * Calls beyond the limit of a business, and guesses of credentials, are refused with 429 until the
 * minute ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { updateBusiness } from '@rafaga/db';
import { newCredential } from '@rafaga/secrets';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, aCredential, BY } from '../support/business.js';

const fixture = apiWithTenant();

test('every answer has the limit in its headers, and calls beyond it are refused', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { ratePerMinute: 5 });
  for (let i = 1; i <= 5; i++) {
    const reply = await api.get('/v1/boletas/1', tenant.credentials);
    expect(reply.status).toBe(404);
    expect(reply.headers['ratelimit-policy']).toBe('"minuto";q=5;w=60');
    expect(reply.headers.ratelimit).toMatch(new RegExp(`^"minuto";r=${5 - i};t=(60|[1-5]?\\d)$`));
    expect(reply.headers['retry-after']).toBeUndefined();
  }
  for (const reply of [
    await api.get('/v1/boletas/1', tenant.credentials),
    await api.boleta(tenant.credentials),
  ]) {
    expect([reply.status, reply.json.codigo]).toEqual([429, 'limite_de_peticiones']);
    const wait = Number(reply.headers['retry-after']);
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
    expect(reply.headers.ratelimit).toBe(`"minuto";r=0;t=${wait}`);
  }
});

test('every authenticated call counts, whatever its answer', async () => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, { ratePerMinute: 7, boletas: false });
  await api.boleta(credentials);
  await api.factura(credentials, { items: [] });
  await api.post('/v1/facturas', { ...credentials, 'Content-Type': 'text/plain' }, 'x');
  await api.call({ method: 'HEAD', path: '/v1/facturas/1', headers: credentials });
  const fifth = await api.factura(credentials);
  expect([fifth.status, fifth.headers.ratelimit?.split(';')[1]]).toEqual([201, 'r=2']);
  await api.call({ method: 'DELETE', path: '/v1/facturas/1', headers: credentials });
  await api.get('/v1/nada', credentials);
  expect((await api.get('/v1/facturas/1', credentials)).headers.ratelimit).toContain(';r=1;');
});

test('each credential has its own minute', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { ratePerMinute: 2 });
  const other = await aCredential(api.db, tenant.id);
  for (let i = 0; i < 3; i++) await api.get('/v1/boletas/1', tenant.credentials);
  expect((await api.get('/v1/boletas/1', tenant.credentials)).status).toBe(429);
  expect((await api.get('/v1/boletas/1', other.credentials)).status).toBe(404);
});

test('of 70 calls the limit of 60 a minute refuses ten; a new limit applies at once', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { ratePerMinute: 60 });
  const replies = await Promise.all(
    Array.from({ length: 70 }, () => api.get('/v1/boletas/1', tenant.credentials)),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  await updateBusiness(api.db, BY, tenant.id, { ratePerMinute: 100 });
  await api.changed(tenant.id);
  expect((await api.get('/v1/boletas/1', tenant.credentials)).status).toBe(404);
});

test('after Retry-After calls are accepted again, also when Redis was emptied', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { ratePerMinute: 1 });
  await api.get('/v1/boletas/1', tenant.credentials);
  const { rows } = await api.db.pool.query('SELECT id FROM credentials WHERE api_key = $1', [
    tenant.apiKey,
  ]);
  await api.redis.pexpire(`rafaga:rate:${rows[0].id}`, 2_000);
  const refused = await api.get('/v1/boletas/1', tenant.credentials);
  const wait = Number(refused.headers['retry-after']);
  expect([refused.status, [1, 2].includes(wait)]).toEqual([429, true]);
  await sleep(wait * 1_000);
  expect((await api.get('/v1/boletas/1', tenant.credentials)).status).toBe(404);
  await api.redis.del(`rafaga:rate:${rows[0].id}`);
  expect((await api.get('/v1/boletas/1', tenant.credentials)).status).toBe(404);
});

test('calls with guessed secrets are limited, calls with the right secret are not', async () => {
  const { api, tenant } = fixture;
  const wrong = { ...tenant.credentials, 'X-Api-Secret': newCredential().apiSecret };
  const statuses: number[] = [];
  for (let i = 0; i < 60; i++) statuses.push((await api.get('/v1/boletas/1', wrong)).status);
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
  expect(statuses.slice(30)).toEqual(Array(30).fill(429));
  const refused = await api.get('/v1/boletas/1', wrong);
  expect(refused.json.codigo).toBe('demasiados_intentos');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
});

test('unknown keys are limited by address, and delay no key that exists', async () => {
  const tenant = await aBusiness(fixture.api.db);
  // a process that has seen no key
  const other = await fixture.api.another();
  const get = (credentials: Record<string, string>) => other.get('/v1/boletas/1', credentials);
  const guess = () => get(headersOf(newCredential()));
  try {
    const flood = Array.from({ length: 900 }, guess);
    expect((await other.boleta(tenant.credentials)).status).toBe(201);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect([401, 429].map((one) => count(statuses, one))).toEqual([300, 600]);
    const refused = await guess();
    expect([refused.status, refused.json.codigo]).toEqual([429, 'demasiados_intentos']);
    // the answer does not tell that this key exists
    const wrong = { ...tenant.credentials, 'X-Api-Secret': newCredential().apiSecret };
    expect((await get(wrong)).status).toBe(429);
    const made = await aCredential(other.db, tenant.id);
    expect((await other.boleta(made.credentials)).status).toBe(201);
    expect((await other.boleta(tenant.credentials)).status).toBe(201);
  } finally {
    await other.stop();
  }
});

const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

const headersOf = ({ apiKey, apiSecret }: ReturnType<typeof newCredential>) => ({
  'X-Api-Key': apiKey,
  'X-Api-Secret': apiSecret,
});
