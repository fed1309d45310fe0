/** What the caller already has is not sent again. */
import { beforeAll, expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { settle } from '../support/settle.js';

const fixture = apiWithTenant();
let path: string;
let tag: string;

beforeAll(async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  path = `/v1/boletas/${id}/xml`;
  tag = (await api.get(path, tenant.credentials)).headers.etag as string;
});

const ask = (ifNoneMatch: string, method = 'GET') =>
  fixture.api.call({
    method,
    path,
    headers: { ...fixture.tenant.credentials, 'If-None-Match': ifNoneMatch },
  });

test('a file whose tag is in If-None-Match is not sent again', async () => {
  for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const reply = await ask(header);
    expect([reply.status, reply.bytes.length]).toEqual([304, 0]);
    expect(reply.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
  }
  expect((await ask(tag, 'HEAD')).status).toBe(304);
});

test('a record is not sent again until it changes', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const get = (etag = '') =>
    api.get(`/v1/boletas/${id}`, { ...tenant.credentials, 'If-None-Match': etag });
  const first = await get();
  const again = await get(first.headers.etag);
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([
    304,
    0,
    first.headers.etag,
  ]);
  await settle(api, tenant, id);
  const changed = await get(first.headers.etag);
  expect([changed.status, changed.json.datos.en_espera_de]).toEqual([200, null]);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

test('with another tag the file is sent', async () => {
  for (const header of ['"other"', tag.replaceAll('"', ''), ''])
    expect((await ask(header)).status).toBe(200);
});
