/**
 * Many simultaneous calls through one API and through two leave no gap in the numbers and repeat
 * no number and no sale.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { revokeCredential } from '@rafaga/db';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness, aCredential, BY } from '../support/business.js';
import type { Reply } from '../support/httpClient.js';
import { aReference } from '../support/saleBody.js';

let apis: [TestApi, TestApi];

beforeAll(async () => {
  const first = await startTestApi();
  apis = [first, await first.another()];
});
afterAll(async () => {
  await apis[1].stop();
  await apis[0].stop();
});

const numbers = (replies: Reply[]) =>
  replies.map(({ json }) => Number(json.datos.correlativo)).sort((a, b) => a - b);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** Does pieces 0 to `pieces` - 1 with that many connections; gives the results in their order. */
async function callConcurrently<T>(
  pieces: number,
  connections: number,
  work: (piece: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const connection = async () => {
    for (let piece = next++; piece < pieces; piece = next++) done[piece] = await work(piece);
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return done;
}

/** Calls like an integrator: on a slow machine, with the same reference until it is taken. */
async function untilTaken(call: (reference: string) => Promise<Reply>): Promise<Reply> {
  const reference = aReference();
  let reply = await call(reference);
  for (let again = 1; reply.status === 503 && again < 50; again++) reply = await call(reference);
  return reply;
}

test('64 connections over two APIs give each series every number once, without gaps', async () => {
  const tenant = await aBusiness(apis[0].db, { series: ['B001', 'B002', 'B003', 'F001'] });
  const replies = await callConcurrently(320, 64, (i) => {
    const change = { serie: `B00${(i % 3) + 1}` };
    const api = apis[i % 2] as TestApi;
    return untilTaken((reference) => api.boleta(tenant.credentials, change, reference));
  });
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  for (const serie of ['B001', 'B002', 'B003']) {
    const own = replies.filter(({ json }) => json.datos.serie === serie);
    expect(numbers(own)).toEqual(upTo(own.length));
  }
  expect(new Set(replies.map(({ json }) => json.datos.id)).size).toBe(320);
});

test('refused calls among them use no number', async () => {
  const tenant = await aBusiness(apis[0].db);
  const replies = await callConcurrently(200, 32, (i) => {
    const api = apis[i % 2] as TestApi;
    if (i % 4 === 1) return api.boleta(tenant.credentials, { items: [] });
    if (i % 4 === 2) return api.boleta(tenant.credentials, { fecha_emision: '2020-01-01' });
    return api.boleta(tenant.credentials);
  });
  const issued = replies.filter(({ status }) => status === 201);
  expect(issued).toHaveLength(100);
  expect(numbers(issued)).toEqual(upTo(100));
});

test('equal calls through two APIs become one document, and each gets the same bytes', async () => {
  const tenant = await aBusiness(apis[0].db);
  const references = Array.from({ length: 25 }, aReference);
  const replies = await callConcurrently(200, 50, (i) =>
    untilTaken(() => (apis[i % 2] as TestApi).boleta(tenant.credentials, {}, references[i % 25])),
  );
  for (const { status } of replies) expect([201, 409]).toContain(status);
  const issued = replies.filter(({ status }) => status === 201);
  expect(new Set(issued.map(({ text }) => text)).size).toBe(25);
  expect(issued.filter(({ headers }) => !headers['idempotency-replayed'])).toHaveLength(25);
  for (const { status, json } of replies)
    if (status === 409) expect(json.codigo).toBe('referencia_en_proceso');
  expect([...new Set(numbers(issued))]).toEqual(upTo(25));
});

test('a number that many calls request is given to one', async () => {
  const tenant = await aBusiness(apis[0].db);
  const replies = await callConcurrently(20, 20, (i) =>
    (apis[i % 2] as TestApi).boleta(tenant.credentials, { correlativo: 10 }),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(
    replies.filter(({ status, json }) => status === 422 && json.errores?.correlativo),
  ).toHaveLength(19);
});

test('requested numbers and assigned numbers never collide', async () => {
  const tenant = await aBusiness(apis[0].db);
  const replies = await callConcurrently(120, 40, (i) =>
    (apis[i % 2] as TestApi).boleta(tenant.credentials, i % 3 === 0 ? { correlativo: i + 1 } : {}),
  );
  const issued = numbers(replies.filter(({ status }) => status === 201));
  expect(new Set(issued).size).toBe(issued.length);
  for (const [i, { status }] of replies.entries())
    expect(i % 3 === 0 ? [201, 422] : [201]).toContain(status);
});

/** 500 lines, which are written alone. */
const heavyItems = Array.from({ length: 500 }, (_, i) => ({
  descripcion: `Producto ${i} ${'x'.repeat(200)}`,
  unidad: 'NIU',
  cantidad: 1,
  precio_unitario: 1.5,
}));

test('sales of a series are issued between the heavy ones that another API writes', async () => {
  const [first, second] = apis;
  const tenant = await aBusiness(first.db, { ratePerMinute: 10_000 });
  let left = 40;
  const heavy = callConcurrently(left, 8, async () => {
    const reply = await untilTaken((reference) =>
      second.boleta(tenant.credentials, { items: heavyItems }, reference),
    );
    left -= 1;
    return reply;
  });
  const light: Reply[] = [];
  /** How many heavy ones were left when a light one was answered. */
  const seen = new Set<number>();
  while (left > 0) {
    light.push(await untilTaken((reference) => first.boleta(tenant.credentials, {}, reference)));
    seen.add(left);
  }
  const replies = [...light, ...(await heavy)];
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(numbers(replies)).toEqual(upTo(replies.length));
  // behind all of them a light one would see none left
  expect(seen.size).toBeGreaterThan(5);
});

test('a key revoked at one API is refused at the other at once', async () => {
  const [first, second] = apis;
  const tenant = await aBusiness(first.db);
  const { apiKey, credentials } = await aCredential(first.db, tenant.id);
  for (const api of apis) expect((await api.get('/v1/boletas/1', credentials)).status).toBe(404);
  await revokeCredential(first.db, BY, apiKey);
  await first.changed(tenant.id);
  for (const api of [second, first])
    expect((await api.get('/v1/boletas/1', credentials)).status).toBe(401);
});

test('the limit of a credential is shared by both APIs', async () => {
  const tenant = await aBusiness(apis[0].db, { ratePerMinute: 30 });
  const replies = await callConcurrently(50, 20, (i) =>
    (apis[i % 2] as TestApi).get('/v1/boletas/1', tenant.credentials),
  );
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('health checks are answered while eighty large bodies are handled', async () => {
  const [api] = apis;
  const tenant = await aBusiness(api.db);
  let answered = 0;
  const heavy = callConcurrently(80, 80, async () => {
    const reply = await api.boleta(tenant.credentials, { items: heavyItems });
    answered += 1;
    return reply;
  });
  /** How many of the heavy calls had been answered when a health check was. */
  const seen = new Set<number>();
  while (answered < 80) {
    expect((await api.get('/healthz', {})).status).toBe(200);
    seen.add(answered);
  }
  const replies = await heavy;
  for (const { status } of replies) expect([201, 503]).toContain(status);
  expect(replies.some(({ status }) => status === 201)).toBe(true);
  // without turns between the heavy ones, a health check waits until all of them are answered
  expect(seen.size).toBeGreaterThan(10);
});
