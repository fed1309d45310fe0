/**
 * While PostgreSQL fails, a POST answers 503 without losing or repeating a sale; without Redis the
 * API works on.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { revokeCredential } from '@rafaga/db';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness, BY, type TestBusiness } from '../support/business.js';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { aReference } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

let direct: TestApi;
let api: TestApi;
let postgres: FaultProxy;
let redis: FaultProxy;
let tenant: TestBusiness;

beforeAll(async () => {
  direct = await startTestApi();
  tenant = await aBusiness(direct.db);
  postgres = await startFaultProxy(process.env.DATABASE_URL as string);
  redis = await startFaultProxy(process.env.REDIS_URL as string);
  api = await startTestApi({
    databaseUrl: postgres.url,
    redisServers: redis.url,
    filesDir: direct.filesDir,
  });
});
afterAll(async () => {
  postgres.recover();
  redis.recover();
  await api.stop();
  await Promise.all([direct.stop(), postgres.stop(), redis.stop()]);
});

afterEach(() => {
  postgres.recover();
  redis.recover();
});

test('while PostgreSQL is unreachable, a POST is a 503; a retry issues the sale once', async () => {
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
  const { rows } = await direct.db.pool.query(
    'SELECT max(id) AS id FROM documents WHERE business_id = $1',
    [tenant.id],
  );
  const reference = aReference();
  postgres.down();
  const [issued, read, ready] = await Promise.all([
    api.boleta(tenant.credentials, {}, reference),
    api.get(`/v1/boletas/${rows[0].id}`, tenant.credentials),
    api.get('/readyz', {}),
  ]);
  expect([issued.status, read.status, ready.status]).toEqual([503, 503, 503]);
  expect(read.json.codigo).toBe('consulta_no_disponible');
  expect(issued.json.mensaje).toMatch(/misma Idempotency-Key/);
  for (const reply of [issued, read])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await api.get('/healthz', {})).status).toBe(200);
  postgres.recover();
  const again = await api.boleta(tenant.credentials, {}, reference);
  expect(again.status).toBe(201);
  expect((await direct.boleta(tenant.credentials, {}, reference)).text).toBe(again.text);
});

test('an uncached credential gets 503, not 401, while the database is unreachable', async () => {
  const other = await aBusiness(direct.db);
  postgres.down();
  const reply = await api.boleta(other.credentials);
  expect([reply.status, reply.json.codigo]).toEqual([503, 'servicio_no_disponible']);
});

test('while PostgreSQL is silent, a POST is a 503; a retry issues the sale once', async () => {
  const reference = aReference();
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
  postgres.blackHole();
  const replies = await Promise.all([
    api.boleta(tenant.credentials, {}, reference),
    api.get('/v1/boletas/1', tenant.credentials),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([503, 503]);
  postgres.recover();
  const again = await api.boleta(tenant.credentials, {}, reference);
  expect(again.status).toBe(201);
  expect((await direct.boleta(tenant.credentials, {}, reference)).text).toBe(again.text);
});

/** A new business: its credentials are read at its first call, and are cached from then on. */
const withFreshCredentials = () => aBusiness(direct.db);

test('a commit whose answer is lost is a 503, and a retry finds the document', async () => {
  const own = await withFreshCredentials();
  const reference = aReference();
  expect((await api.boleta(own.credentials)).status).toBe(201);
  // requests reach PostgreSQL, its answers are lost
  postgres.blackHole('answers');
  const lost = await api.boleta(own.credentials, {}, reference);
  expect([lost.status, lost.json.codigo]).toEqual([503, 'emision_sin_confirmar']);
  expect(lost.json.mensaje).toMatch(/conserva la misma Idempotency-Key/);
  postgres.recover();
  const found = await direct.boleta(own.credentials, {}, reference);
  expect(found.headers['idempotency-replayed']).toBe('true');
});

test('while PostgreSQL is unreachable, no answer denies that a sale was stored', async () => {
  const own = await withFreshCredentials();
  const [known, lost] = [aReference(), aReference()];
  expect((await api.boleta(own.credentials, {}, known)).status).toBe(201);
  postgres.blackHole('answers');
  expect((await api.boleta(own.credentials, {}, lost)).json.codigo).toBe('emision_sin_confirmar');
  postgres.blackHole();
  for (const reference of [known, lost, known, lost]) {
    const { status, json } = await api.boleta(own.credentials, {}, reference);
    expect(status).toBe(503);
    expect(json.mensaje).toMatch(
      /una anterior con la misma referencia pudo hacerlo|^No se pudo confirmar la emisión/,
    );
  }
  postgres.recover();
  for (const reference of [known, lost])
    expect(
      (await direct.boleta(own.credentials, {}, reference)).headers['idempotency-replayed'],
    ).toBe('true');
});

test('a series that another transaction locks is a 503; a retry issues the sale once', async () => {
  const own = await aBusiness(direct.db);
  const reference = aReference();
  const client = await direct.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM series WHERE business_id = $1 FOR UPDATE', [own.id]);
    const reply = await api.boleta(own.credentials, {}, reference);
    expect(reply.status).toBe(503);
    expect((await api.get('/healthz', {})).status).toBe(200);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  const again = await api.boleta(own.credentials, {}, reference);
  expect([again.status, again.json.datos.numero_completo]).toEqual([201, 'B001-1']);
});

test('the API issues while Redis is unreachable or does not answer', async () => {
  // the tests before it broke connections to PostgreSQL
  await waitFor('the API to issue', async () => {
    const { status } = await api.boleta(tenant.credentials);
    return status === 201;
  });
  for (const fail of [() => redis.down(), () => redis.blackHole()]) {
    fail();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => api.boleta(tenant.credentials)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await api.get('/readyz', {})).status).toBe(200);
    redis.recover();
  }
});

test('calls are limited without Redis too', async () => {
  const small = await aBusiness(direct.db, { ratePerMinute: 5 });
  redis.down();
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++)
    statuses.push((await api.get('/v1/boletas/1', small.credentials)).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  redis.recover();
});

test('a key that is revoked while Redis is unreachable is refused', async () => {
  const small = await aBusiness(direct.db);
  redis.down();
  expect((await api.get('/v1/boletas/1', small.credentials)).status).toBe(404);
  await revokeCredential(direct.db, BY, small.apiKey);
  await waitFor(
    'the revoked key to be refused',
    async () => (await api.get('/v1/boletas/1', small.credentials)).status === 401,
  );
});
