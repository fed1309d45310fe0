/** Large, wrong and held-back bodies of one business neither refuse nor stop another's calls. */
import { type ClientRequest, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, type TestBusiness } from '../support/business.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { seededRandom } from '../support/seededRandom.js';
import { waitFor } from '../support/waitFor.js';

const MANY = { ratePerMinute: 10_000 };
const fixture = apiWithTenant({}, MANY);

interface Held {
  req: ClientRequest;
  status?: number;
}

/** Sends a body of this size but for its last byte. */
function hold(credentials: Record<string, string>, size: number): Held {
  const headers = {
    ...credentials,
    'Idempotency-Key': aReference(),
    'Content-Type': 'application/json',
    'Content-Length': String(size),
  };
  const { port } = fixture.api;
  const target = { agent: false, host: '127.0.0.1', port, method: 'POST', path: '/v1/boletas' };
  const held: Held = { req: request({ ...target, headers }) };
  held.req.on('error', () => undefined);
  held.req.on('response', (res) => {
    held.status = res.statusCode ?? 0;
    res.resume();
  });
  held.req.write(Buffer.alloc(size - 1, 0x20));
  return held;
}

const answered = (held: readonly Held[], status: number) =>
  held.filter((one) => one.status === status).length;

/** Connections that bring no request: nothing at all, and a header at a time. */
const silent: { answer: string; closed: boolean }[] = [];
let dripping: NodeJS.Timeout;
beforeAll(() => {
  const sockets = ['', 'GET /healthz HTTP/1.1\r\n'].map((first) => {
    const state = { answer: '', closed: false };
    silent.push(state);
    // it keeps its side open: only what it writes later tells it that the server has closed
    const to = { port: fixture.api.port, host: '127.0.0.1', allowHalfOpen: true };
    const socket = connect(to).setEncoding('utf8');
    socket.on('data', (text) => {
      state.answer += text;
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        state.closed = true;
      });
    return Object.assign(socket, { first });
  });
  for (const socket of sockets) if (socket.first) socket.write(socket.first);
  let headers = 0;
  dripping = setInterval(() => {
    sockets[1]?.write(`X-${headers++}: 1\r\n`);
    for (const socket of sockets) if (socket.readableEnded) socket.write('x');
  }, 500);
});
afterAll(() => clearInterval(dripping));

let greedy: TestBusiness;
let held: readonly Held[];
const SALE = { observacion: 'x'.repeat(400) };
const PADDED = JSON.stringify(aBoleta(SALE)) + ' '.repeat(1_000_000);

test('bodies that one business holds back leave room for another', async () => {
  const { api, tenant } = fixture;
  greedy = await aBusiness(api.db, MANY);
  held = Array.from({ length: 40 }, () => hold(greedy.credentials, 1_900_000));
  await waitFor('the first are ended', () => answered(held, 408) >= 3);
  const small = () => api.boleta(tenant.credentials, SALE);
  const large = () => api.post('/v1/boletas', headersOf(tenant.credentials), PADDED);
  for (let i = 0; i < 10; i++)
    for (const call of [small, large]) expect(await orAgain(call)).toBe(201);
});

/** A busy machine refuses a call; without room the next one would be refused too. */
async function orAgain(call: () => Promise<{ status: number }>): Promise<number> {
  const { status } = await call();
  return status === 503 ? (await call()).status : status;
}

const headersOf = (credentials: Record<string, string>) => ({
  ...credentials,
  'Idempotency-Key': aReference(),
});

const wrong = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`descripcio${i}`, 1]));

/** More than the 32 that one business has room for. */
const BODIES = 40;

test.each([
  ['100,000 wrong fields', true, { ...aBoleta(), ...wrong(100_000) }],
  ['lines of 150 wrong fields', false, { ...aBoleta(), items: Array(500).fill(wrong(150)) }],
  ['900,000 zeros', true, { ...aBoleta(), items: Array(900_000).fill(0) }],
])('forty bodies with %s delay no call of another business', async (_what, tooMany, body) => {
  const { api, tenant } = fixture;
  const loud = await aBusiness(api.db, MANY);
  const text = JSON.stringify(body);
  let open = BODIES;
  const heavy = Array.from({ length: BODIES }, async () => {
    const { status } = await api.post('/v1/boletas', headersOf(loud.credentials), text);
    open -= 1;
    return status;
  });
  // each answer that comes while heavy calls are open shows that it did not wait for them
  let meanwhile = 0;
  do {
    const reply = await api.boleta(tenant.credentials);
    expect([reply.status, (await api.get('/healthz', {})).status]).toEqual([201, 200]);
    if (open > 0) meanwhile += 1;
  } while (open > 0);
  // on a busy machine some of them arrive too slowly
  const refusals = [408, 422, 503];
  expect(new Set([...(await Promise.all(heavy)), ...refusals])).toEqual(new Set(refusals));
  // what has too many values is refused at its first bytes, maybe all of it during the first call
  if (!tooMany) expect(meanwhile).toBeGreaterThan(0);
});

test('a body that is refused unread is taken off the wire, and the connection stays', async () => {
  const { port } = fixture.api;
  const body = Buffer.alloc(1_900_000, 0x20);
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  const head = 'X-Api-Key: rk_nadie\r\nX-Api-Secret: x\r\nContent-Type: application/json';
  for (const path of ['/v1/boletas', '/healthz', '/v1/boletas']) {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
    socket.write(`Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  }
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  await waitFor('four answers', () => statuses().length === 4);
  expect(statuses()).toEqual(['401', '405', '401', '200']);
  socket.destroy();
});

test('a large body gets the answers of a small one', async () => {
  const { api, tenant } = fixture;
  const monto = 11.8;
  const anticipos = [{ tipo_doc: '03', serie: 'B001', correlativo: '99999999', monto }];
  const text = JSON.stringify(aBoleta({ anticipos })) + ' '.repeat(20_000);
  const headers = headersOf(tenant.credentials);
  const issued = await api.post('/v1/boletas', headers, text);
  expect(issued.json.datos.advertencias).toEqual([
    expect.objectContaining({ codigo: '3218', campo: 'anticipos.0.correlativo' }),
  ]);
  const again = await api.post('/v1/boletas', headers, text);
  expect([again.status, again.json]).toEqual([201, issued.json]);
  const other = await api.post('/v1/boletas', headers, text.replace('11.8', '11.9'));
  expect([other.status, other.json.codigo]).toEqual([409, 'referencia_con_otros_datos']);
  const wrong = await api.post('/v1/boletas', headers, text.replace('"03"', '"99"'));
  const small = await api.post('/v1/boletas', headers, text.trimEnd().replace('"03"', '"99"'));
  expect([wrong.status, wrong.json.errores]).toEqual([422, small.json.errores]);
  const late = { fecha_emision: '2020-01-01' };
  const closed = JSON.stringify(aBoleta(late)) + ' '.repeat(20_000);
  const refused = await api.post('/v1/boletas', headersOf(tenant.credentials), closed);
  expect([refused.status, Object.keys(refused.json.errores ?? {})]).toEqual([
    422,
    ['fecha_emision'],
  ]);
});

test('a body with too many values is refused with the fault of its header', async () => {
  const { api, tenant } = fixture;
  const text = JSON.stringify({ ...aBoleta(), items: Array(100_000).fill(0) });
  const reply = await api.post('/v1/boletas', tenant.credentials, text);
  expect([reply.status, Object.keys(reply.json.errores ?? {})]).toEqual([
    422,
    ['Idempotency-Key', 'items'],
  ]);
  expect(reply.json.errores?.items).toEqual([
    'Los ítems tienen demasiados datos: reduce su contenido.',
  ]);
  const list = JSON.stringify(Array(100_000).fill(0));
  const other = await api.post('/v1/boletas', headersOf(tenant.credentials), list);
  expect([other.status, other.json.codigo]).toEqual([400, 'cuerpo_no_objeto']);
});

/** Two calls sent at once: the answer of the first is waited for, and the second is large. */
function sendTwo(credentials: Record<string, string>, reference: string): Socket {
  const call = (key: string, body: string, more: object) => {
    const headers = { ...headersOf(credentials), 'Idempotency-Key': key, Host: 'a', ...more };
    const head = Object.entries({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
    const lines = ['POST /v1/boletas HTTP/1.1', ...head.map((header) => header.join(': '))];
    return `${lines.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n${body}`;
  };
  const sale = JSON.stringify(aBoleta());
  const socket = connect(fixture.api.port, '127.0.0.1');
  socket.write(call(aReference(), sale, { Prefer: 'wait=10' }));
  socket.write(call(reference, sale + ' '.repeat(1_900_000), {}));
  return socket;
}

test('large bodies whose connections closed before their answers leave their room', async () => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, MANY);
  const references = Array.from({ length: 7 }, () => aReference());
  const sockets: Socket[] = [];
  // one after another: a busy machine refuses some of many that come at once
  for (const reference of references) {
    sockets.push(sendTwo(credentials, reference));
    await waitFor('the large one to be issued', async () => {
      const text = 'SELECT FROM "references" WHERE key = $1';
      return (await api.db.pool.query(text, [reference])).rowCount === 1;
    });
  }
  for (const socket of sockets) socket.destroy();
  const large = JSON.stringify(aBoleta()) + ' '.repeat(1_900_000);
  expect((await api.post('/v1/boletas', headersOf(credentials), large)).status).toBe(201);
});

const random = seededRandom(1);
const spaces = Array.from({ length: 1_500_000 }, () => (random() < 0.5 ? ' ' : '\t')).join('');
const large = Buffer.from(JSON.stringify(aBoleta()) + spaces);
const packed = gzipSync(JSON.stringify(aBoleta()) + ' '.repeat(1_500_000));

test.each([
  ['of undeclared size', large, {}, true],
  ['that are compressed', gzipSync(large), { 'Content-Encoding': 'gzip' }, false],
  [
    'that are compressed, of undeclared size',
    gzipSync(large),
    { 'Content-Encoding': 'gzip' },
    true,
  ],
  ['that are compressed to some bytes', packed, { 'Content-Encoding': 'gzip' }, false],
])('sixteen large bodies %s wait for room', async (_what, body, encoding, chunked) => {
  const { api } = fixture;
  const { credentials } = await aBusiness(api.db, MANY);
  const own = () => ({
    ...headersOf(credentials),
    'Content-Type': 'application/json',
    ...encoding,
  });
  const replies = await Promise.all(
    Array.from({ length: 16 }, () =>
      api.call({ method: 'POST', path: '/v1/boletas', headers: own(), body, chunked }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(201));
});

test('many sales at once are all answered beside those of a business with few', async () => {
  const { api, tenant } = fixture;
  const chain = await aBusiness(api.db, MANY);
  const numbers: number[] = [];
  const sell = async ({ credentials }: Pick<typeof tenant, 'credentials'>) => {
    const { status, json } = await api.boleta(credentials);
    expect(status).toBe(201);
    return json.datos.correlativo as number;
  };
  // with the first forty it issues many, and its next sales take turns
  for (const count of [40, 80]) {
    const sales = Array.from({ length: count }, () => sell(chain));
    const few = [sell(tenant), sell(tenant)];
    numbers.push(...(await Promise.all(sales)));
    await Promise.all(few);
  }
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
});

test('a connection that brings nothing, or header after header, is ended', async () => {
  // they have been open since before the first test
  await waitFor('both to be closed', () => silent.every(({ closed }) => closed));
  expect(silent.map(({ answer }) => answer.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408']);
});

test('bodies that are held back are ended, and leave their room', async () => {
  // they have been held since the first test
  const ended = () => answered(held, 408) + answered(held, 503);
  await waitFor('every one is ended', () => ended() === held.length);
  expect(answered(held, 503)).toBeGreaterThanOrEqual(20);
  for (const { req } of held) req.destroy();
  const { api } = fixture;
  const call = () => api.post('/v1/boletas', headersOf(greedy.credentials), PADDED);
  expect((await call()).status).toBe(201);
});
