/** What is not HTTP or not JSON is refused with 400, in JSON too. */
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, aReference } from '../support/saleBody.js';

const fixture = apiWithTenant();

const post = (body: string | Buffer) =>
  fixture.api.post(
    '/v1/boletas',
    { ...fixture.tenant.credentials, 'Idempotency-Key': aReference() },
    body,
  );

test.each([
  ['nothing', ''],
  ['white space', '  \n'],
  ['half an object', '{"serie":"B001"'],
  ['a comma too many', '{"serie":"B001",}'],
  ['single quotes', "{'serie':'B001'}"],
  ['NaN', '{"correlativo":NaN}'],
  ['a leading zero', '{"correlativo":01}'],
  ['a raw line break in a text', '{"serie":"B0\n01"}'],
  ['two values', '{} {}'],
  ['a form', 'serie=B001'],
])('%s is not JSON', async (_what, body) => {
  const reply = await post(body);
  expect([reply.status, reply.json.codigo]).toEqual([400, 'json_invalido']);
});

test('an empty body is said to be missing', async () => {
  expect((await post('')).json.mensaje).toMatch(/^No llegó ningún cuerpo/);
});

test.each(['null', 'true', '17', '"B001"', '[]', '[{}]'])(
  '%s is JSON but not an object',
  async (body) => {
    const reply = await post(body);
    expect([reply.status, reply.json.codigo]).toEqual([400, 'cuerpo_no_objeto']);
  },
);

test('a body that is not UTF-8 is refused', async () => {
  const utf8 = JSON.stringify(aBoleta());
  for (const bytes of [
    Buffer.from(utf8, 'latin1'),
    Buffer.from(utf8, 'utf16le'),
    Buffer.concat([Buffer.from(utf8), Buffer.from([0xff])]),
  ])
    expect((await post(bytes)).status).toBe(400);
});

test('of a field that is there twice the last value counts', async () => {
  const text = JSON.stringify(aBoleta()).replace('{', '{"serie":"F001","items":[],');
  const reply = await post(text);
  expect([reply.status, reply.json.datos?.serie]).toEqual([201, 'B001']);
});

test('a byte order mark is accepted', async () => {
  expect((await post(`\uFEFF${JSON.stringify(aBoleta())}`)).status).toBe(201);
});

test.each(['{"a":', '['])('%s nested a million times is refused', async (open) => {
  const reply = await post(open.repeat(Math.floor(1_900_000 / open.length)));
  expect(reply.status).toBe(400);
});

/** The bytes that the server answers to raw bytes until it closes the connection. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(fixture.api.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['an unknown method', 'FETCH /v1/boletas HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a header with a line break', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: \x01\r\n\r\n', 400],
  [
    'two lengths',
    'POST /v1/boletas HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    400,
  ],
  [
    'a length and chunks',
    'POST /v1/boletas HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n',
    400,
  ],
  [
    'headers without an end in sight',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
  ],
  ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhOsT: x\r\nConnection: close\r\n\r\n', 400],
  ['a tunnel', 'CONNECT example.pe:443 HTTP/1.1\r\nHost: example.pe:443\r\n\r\n', 400],
])('%s is answered in JSON too', async (_what, bytes, status) => {
  const answer = await raw(bytes);
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  expect(JSON.parse(body)).toMatchObject({
    estado: 'error',
    mensaje: expect.any(String),
    codigo: expect.any(String),
  });
});

const saleHead = (framing: string, reference = aReference()) =>
  Object.entries({
    ...fixture.tenant.credentials,
    'Content-Type': 'application/json',
    'Idempotency-Key': reference,
  }).reduce(
    (head, [name, value]) => `${head}${name}: ${value}\r\n`,
    `POST /v1/boletas HTTP/1.1\r\nHost: x\r\n${framing}\r\n`,
  );
const IN_CHUNKS = 'Transfer-Encoding: chunked';

test('a request with an invalid chunk is answered while it is read', async () => {
  const answer = await raw(`${saleHead(IN_CHUNKS)}\r\nZZ\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"estado":"error"');
});

test.each([
  ['a byte too many', '\0'],
  ['another answer before it', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n}'],
  ['headers without an end', `GET /healthz HTTP/1.1\r\nX-A: ${'a'.repeat(40_000)}`],
  ['a tunnel', 'CONNECT example.pe:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a sale that is followed by %s is never answered with 400', async (_what, more) => {
  const body = JSON.stringify(aBoleta());
  const head = saleHead(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(await raw(`${head}\r\n${body}${more}`)).toMatch(/^HTTP\/1\.1 201 /);
});

test('an invalid chunk behind a sale ends the connection without an answer', async () => {
  const body = JSON.stringify(aBoleta());
  const sale = `${saleHead(`Content-Length: ${Buffer.byteLength(body)}`)}\r\n${body}`;
  expect(await raw(`${sale}${saleHead(IN_CHUNKS)}\r\nZZ\r\n`)).toBe('');
});

test('HTTP/1.0, an absolute URL, Expect and Upgrade are answered like any call', async () => {
  const ask = (line: string, headers = '') =>
    raw(`GET ${line}\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  expect(await ask('/healthz HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('http://example.pe/healthz HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('/healthz HTTP/1.1', 'Expect: the-unexpected\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  expect(
    await raw(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade, close\r\n\r\n',
    ),
  ).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('* HTTP/1.1')).toMatch(/^HTTP\/1\.1 40[04] /);
});

test('a request behind an Upgrade learns that it was not read', async () => {
  const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const upgrade = one('/healthz', 'Upgrade: h2c\r\nConnection: upgrade\r\n');
  const answer = await raw(upgrade + one('/nada'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('\r\nConnection: close\r\n');
  expect(answer).not.toMatch(/HTTP\/1\.1 404/);
});

test('pipelined requests are answered in their order', async () => {
  const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const answer = await raw(
    one('/healthz') + one('/nada') + one('/readyz') + one('/v1/boletas/1', 'Connection: close\r\n'),
  );
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '404',
    '200',
    '401',
  ]);
});

test('a connection that sends thousands of requests ahead is closed', async () => {
  const one = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  let answers = '';
  await new Promise((resolve) => {
    const socket = connect(fixture.api.port, '127.0.0.1', () => socket.write(one.repeat(5_000)));
    socket.on('data', (text) => {
      answers += text;
    });
    socket.on('error', () => undefined).on('close', resolve);
  });
  expect(answers.split('HTTP/1.1 ').length).toBeLessThan(1_000);
});
