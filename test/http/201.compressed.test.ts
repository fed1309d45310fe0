/** Compressed bodies are inflated within the limit of size. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, aReference } from '../support/saleBody.js';

const fixture = apiWithTenant();
const plain = Buffer.from(JSON.stringify(aBoleta()));

const ask = (encoding: string, body: Buffer, { chunked = false } = {}) => {
  const { api, tenant } = fixture;
  const own = {
    'Idempotency-Key': aReference(),
    'Content-Type': 'application/json',
    'Content-Encoding': encoding,
  };
  return api.call({
    method: 'POST',
    path: '/v1/boletas',
    headers: { ...tenant.credentials, ...own },
    body,
    chunked,
  });
};

test.each([
  ['gzip', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['identity', plain],
])('a body in %s is read', async (encoding, body) => {
  expect((await ask(encoding, body)).status).toBe(201);
  expect((await ask(encoding.toUpperCase(), body, { chunked: true })).status).toBe(201);
});

test('the limit of size applies to the inflated body', async () => {
  const full = Buffer.from(plain + ' '.repeat(2_000_000 - plain.length));
  expect((await ask('gzip', gzipSync(full))).status).toBe(201);
  const over = await ask('gzip', gzipSync(Buffer.concat([full, Buffer.from(' ')])));
  expect([over.status, over.json.codigo]).toEqual([413, 'cuerpo_demasiado_grande']);
  const bomb = gzipSync(Buffer.alloc(300_000_000, 32));
  expect((await ask('gzip', bomb, { chunked: true })).status).toBe(413);
});

test('a body that does not inflate is refused as invalid JSON', async () => {
  const { status, json } = await ask('gzip', plain);
  expect([status, json.codigo, json.mensaje]).toEqual([
    400,
    'json_invalido',
    expect.stringContaining('Content-Encoding'),
  ]);
  expect((await ask('br', gzipSync(plain))).status).toBe(400);
  expect((await ask('gzip', gzipSync(plain).subarray(0, 60))).status).toBe(400);
});
