/**
 * A reference that was used for other data, one in review, and a business that lacks settings are
 * refused with 409.
 */
import { expect, test } from '@jest/globals';
import { revokeCredential } from '@rafaga/db';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, aCredential, type BusinessOptions, BY } from '../support/business.js';
import type { Reply } from '../support/httpClient.js';
import { anItem, aReference } from '../support/saleBody.js';
import { putInReview } from '../support/settle.js';

const fixture = apiWithTenant();

/** The document of a 201, as a 409 names it. */
const linkOf = ({ json: { datos }, headers }: Reply) => ({
  id: datos.id,
  tipo: datos.tipo,
  numero_completo: datos.numero_completo,
  enlace: headers.location,
});

test('a reference that was used for other data is refused and changes nothing', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.boleta(tenant.credentials, {}, reference);
  for (const change of [
    { items: [anItem({ cantidad: 3 })] },
    { observacion: 'otra' },
    { items: [anItem(), anItem(), anItem()] },
  ]) {
    const other = await api.boleta(tenant.credentials, change, reference);
    expect([other.status, other.json.codigo]).toEqual([409, 'referencia_con_otros_datos']);
    expect(other.json.comprobante).toEqual(linkOf(first));
    expect(other.headers['retry-after']).toBeUndefined();
  }
  expect((await api.boleta(tenant.credentials, {}, reference)).text).toBe(first.text);
});

test('the same lines in another order are another sale', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const lines = [anItem({ codigo: 'A' }), anItem({ codigo: 'B' })];
  await api.boleta(tenant.credentials, { items: lines }, reference);
  expect(
    (await api.boleta(tenant.credentials, { items: [...lines].reverse() }, reference)).status,
  ).toBe(409);
});

test('a reference of a boleta is refused for a factura', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.boleta(tenant.credentials, {}, reference);
  const other = await api.factura(tenant.credentials, {}, reference);
  expect([other.status, other.json.codigo]).toEqual([409, 'referencia_con_otros_datos']);
  expect(other.json.comprobante).toEqual(linkOf(first));
});

test('of simultaneous calls with one reference and different data one is issued', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      api.boleta(tenant.credentials, { observacion: `versión ${i % 3}` }, reference),
    ),
  );
  const issued = replies.filter(
    ({ status, headers }) => status === 201 && !headers['idempotency-replayed'],
  );
  expect(issued).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

test('a reference in review is refused, and its record says that it is in review', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.factura(tenant.credentials, {}, reference);
  const { id } = first.json.datos;
  await putInReview(api, id);
  const again = await api.factura(tenant.credentials, {}, reference);
  expect([again.status, again.json.codigo]).toEqual([409, 'referencia_en_revision']);
  expect(again.json.comprobante).toEqual(linkOf(first));
  const other = await api.factura(tenant.credentials, { observacion: 'otra' }, reference);
  expect([other.status, other.json.codigo]).toEqual([409, 'referencia_con_otros_datos']);
  const { datos } = (await api.get(`/v1/facturas/${id}`, tenant.credentials)).json;
  expect(datos).toMatchObject({
    fiscal: { estado: 'pendiente' },
    referencia: { clave: reference, estado: 'en_revision' },
  });
});

const yesterday = new Date(Date.now() - 3_600_000);
const tomorrow = new Date(Date.now() + 3_600_000);
test('a reference that is being written is in process: repeat after a second', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const client = await api.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      'INSERT INTO "references" (business_id, key, hash, document_id) VALUES ($1, $2, $3, 1)',
      [tenant.id, reference, Buffer.alloc(32)],
    );
    const other = await api.boleta(tenant.credentials, {}, reference);
    expect([other.status, other.json.codigo]).toEqual([409, 'referencia_en_proceso']);
    expect(other.headers['retry-after']).toBe('1');
    expect(other.json.comprobante).toBeUndefined();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect((await api.boleta(tenant.credentials, {}, reference)).status).toBe(201);
});

test.each<[string, BusinessOptions, string]>([
  ['no certificate', { certificate: false }, 'certificado_faltante'],
  ['an expired certificate', { certificate: { notAfter: yesterday } }, 'certificado_no_vigente'],
  ['a certificate of tomorrow', { certificate: { notBefore: tomorrow } }, 'certificado_no_vigente'],
  [
    'another’s certificate',
    { certificate: { subjectRuc: '20999999999' } },
    'certificado_de_otro_ruc',
  ],
  ['no SOL user', { access: false }, 'usuario_sol_faltante'],
])('a business with %s is refused and uses no number', async (_what, options, codigo) => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, options);
  const reply = await api.boleta(tenant.credentials);
  expect([reply.status, reply.json.codigo]).toEqual([409, codigo]);
  const { rows } = await api.db.pool.query(
    'SELECT last_number FROM series WHERE business_id = $1',
    [tenant.id],
  );
  expect(rows.every(({ last_number }) => last_number === 0)).toBe(true);
});

test('a certificate that names no RUC may belong to any business', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db, { certificate: { subjectRuc: undefined } });
  expect((await api.boleta(tenant.credentials)).status).toBe(201);
});

test('a repetition is answered although the business can no longer issue', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const reference = aReference();
  const first = await api.boleta(tenant.credentials, {}, reference);
  await api.db.pool.query('UPDATE certificates SET not_after = now() WHERE business_id = $1', [
    tenant.id,
  ]);
  await api.db.pool.query('UPDATE series SET active = false WHERE business_id = $1', [tenant.id]);
  await api.changed(tenant.id);
  expect((await api.boleta(tenant.credentials)).status).toBe(422);
  const again = await api.boleta(tenant.credentials, {}, reference);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(
    (await api.boleta(tenant.credentials, { observacion: 'otra' }, reference)).json.codigo,
  ).toBe('referencia_con_otros_datos');
});

test('a revoked credential gets no answer to a repetition', async () => {
  const { api } = fixture;
  const tenant = await aBusiness(api.db);
  const extra = await aCredential(api.db, tenant.id);
  const reference = aReference();
  await api.boleta(extra.credentials, {}, reference);
  await revokeCredential(api.db, BY, extra.apiKey);
  await api.changed(tenant.id);
  expect((await api.boleta(extra.credentials, {}, reference)).status).toBe(401);
});
