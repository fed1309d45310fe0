import { expect, test } from '@jest/globals';
import { settled, signed } from './exchange.js';
import { aHouse } from './house.js';

const house = aHouse();
const FORMATS = ['a4', 'a5', 'ticket-80', 'ticket-58'];

test('any format of a settled document is drawn at its first download and the same ever after', async () => {
  const { api, shop } = house;
  const { id, numero_completo: name } = (await api.boleta(shop.credentials)).json.datos;
  await settled(api, shop, id);
  const sizes = new Set<number>();
  for (const format of FORMATS) {
    const path = `/v1/boletas/${id}/pdf?format=${format}`;
    const first = await api.get(path, shop.credentials);
    expect(first.status).toBe(200);
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${shop.ruc}-03-${name}.pdf"`,
    });
    const again = await api.get(path, shop.credentials);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    sizes.add(first.bytes.length);
  }
  expect(sizes.size).toBe(FORMATS.length);
  const { rows } = await api.db.pool.query(`SELECT kind FROM files WHERE document_id = $1 AND kind LIKE 'pdf-%' ORDER BY kind`, [id]);
  expect(rows.map(({ kind }) => kind)).toEqual(['pdf-a4', 'pdf-a5', 'pdf-ticket-58', 'pdf-ticket-80']);
});

test('a4 is what is given when no format is asked for', async () => {
  const { api, shop } = house;
  const { id } = (await api.boleta(shop.credentials)).json.datos;
  await settled(api, shop, id);
  const plain = await api.get(`/v1/boletas/${id}/pdf`, shop.credentials);
  const a4 = await api.get(`/v1/boletas/${id}/pdf?format=a4`, shop.credentials);
  expect(plain.headers.etag).toBe(a4.headers.etag);
});

test('a pending document has a PDF once it is signed, which is not kept: it says that it is pending', async () => {
  const { api, shop } = house;
  const { id } = (await api.boleta(shop.credentials)).json.datos;
  await signed(api, shop, id);
  const pending = await api.get(`/v1/boletas/${id}/pdf`, shop.credentials);
  expect(pending.status).toBe(200);
  const { rows } = await api.db.pool.query(`SELECT kind FROM files WHERE document_id = $1 AND kind LIKE 'pdf-%'`, [id]);
  expect(rows).toEqual([]);
});

test('many who want the same paper at the same time share one drawing', async () => {
  const { api, shop } = house;
  const { id } = (await api.boleta(shop.credentials)).json.datos;
  await settled(api, shop, id);
  const replies = await Promise.all(Array.from({ length: 60 }, () => api.get(`/v1/boletas/${id}/pdf?format=a5`, shop.credentials)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
});
