/**
 * A valid sale is issued once, gets the next number of its series, and its repetition gets the
 * same bytes.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { openapi } from '@rafaga/contract';
import { startTestApi } from '../support/api.js';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aCredential } from '../support/business.js';
import { aBoleta, anItem, aReference, type Body } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();

const fieldsOf = (schema: string): string[] =>
  Object.keys(openapi().components.schemas[schema]?.properties ?? {});

test('a boleta is created as pending, and its answer names the paths of its files', async () => {
  const { api, tenant } = fixture;
  const reply = await api.boleta(tenant.credentials);
  expect(reply.status).toBe(201);
  const { id } = reply.json.datos;
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(reply.headers.location).toBe(`/v1/boletas/${id}`);
  expect(reply.json).toMatchObject({
    estado: 'exito',
    mensaje: expect.any(String),
    datos: {
      id,
      tipo: 'boleta',
      numero_completo: 'B001-1',
      fiscal: { estado: 'pendiente', codigo: null, descripcion: null },
      archivos: {
        pdf: `/v1/boletas/${id}/pdf`,
        xml: `/v1/boletas/${id}/xml`,
        cdr: `/v1/boletas/${id}/cdr`,
      },
    },
  });
});

test('a 201 has what a till prints, as the record and the signed document have it', async () => {
  const { api, tenant } = fixture;
  const items = [
    anItem({ descuentos: [{ cod_tipo: '00', monto: 5 }] }),
    anItem({ tip_afe_igv: '15', cantidad: 1 }),
    anItem({ cantidad: 3, precio_unitario: 0.5, icbper: 1.5 }),
  ];
  const { datos } = (await api.boleta(tenant.credentials, { items })).json;
  const record = (await api.get(`/v1/boletas/${datos.id}`, tenant.credentials)).json.datos;
  const lines = datos.items as Record<string, number>[];
  expect(record.items).toMatchObject(lines);
  const { mto_igv, mto_imp_venta } = datos.totales as Record<string, number>;
  const sum = (values: (number | undefined)[]) =>
    values.reduce<number>((total, value = 0) => total + Math.round(value * 100), 0) / 100;
  expect(sum(lines.map(({ total }) => total))).toBe(mto_imp_venta);
  expect(sum([lines[0]?.igv, lines[2]?.igv])).toBe(mto_igv);
  expect(lines[1]).toMatchObject({ total: 0, total_impuestos: 0 });
  expect([datos.qr, datos.total_en_letras]).toEqual([record.qr, record.total_en_letras]);
  expect(datos.qr).toContain(`|${datos.correlativo}|${mto_igv?.toFixed(2)}|`);
});

test('a factura is created in its own series', async () => {
  const { api, tenant } = fixture;
  const reply = await api.factura(tenant.credentials);
  expect(reply.status).toBe(201);
  expect(reply.json.datos).toMatchObject({
    tipo: 'factura',
    serie: 'F001',
    numero_completo: 'F001-1',
  });
  expect(reply.json.datos.archivos).toMatchObject({
    xml: `/v1/facturas/${reply.json.datos.id}/xml`,
  });
});

test('the numbers of a series are consecutive', async () => {
  const { api, tenant } = fixture;
  const numbers: unknown[] = [];
  for (let i = 0; i < 3; i++)
    numbers.push((await api.boleta(tenant.credentials)).json.datos.correlativo);
  const [first] = numbers as [number];
  expect(numbers).toEqual([first, first + 1, first + 2]);
});

test('totals are computed from the items, whatever totals the caller sent', async () => {
  const { api, tenant } = fixture;
  const items = [anItem({ cantidad: 3, precio_unitario: 11.8 })];
  const reply = await api.boleta(tenant.credentials, {
    items,
    mto_imp_venta: 1,
    mto_igv: 99,
    sub_total: 3,
  });
  expect(reply.json.datos.totales).toMatchObject({
    mto_oper_gravadas: 30,
    mto_igv: 5.4,
    mto_imp_venta: 35.4,
  });
});

test('a null is an absent field, of the sale, its client, its items and its blocks', async () => {
  const { api, tenant } = fixture;
  const empty = (schema: string, given: Body): Body => ({
    ...Object.fromEntries(fieldsOf(schema).map((field) => [field, null])),
    ...given,
  });
  const sale = aBoleta();
  const body = empty('Boleta', {
    ...sale,
    cliente: empty('Cliente', sale.cliente as Body),
    items: (sale.items as Body[]).map((item) =>
      empty('Item', { ...item, descuentos: [empty('DescuentoDeLinea', { monto: 1 })] }),
    ),
    descuentos_globales: [empty('DescuentoGlobal', { cod_tipo: '03', monto: 1 })],
    pagos: [empty('Pago', { metodo: 'yape', monto: 1 })],
    detraccion: null,
    forma_pago: null,
    tipo_moneda: null,
  });
  const reply = await api.boleta(tenant.credentials, body);
  expect([reply.status, reply.json.errores]).toEqual([201, undefined]);
});

test.each<[string, Body, Body[]]>([
  [
    'totals that are not the computed ones',
    { mto_imp_venta: 1, mto_igv: 10.51, sub_total: 68.9 },
    [{ codigo: 'total_distinto', campo: 'mto_imp_venta', descripcion: /mto_imp_venta 1 .*68\.90/ }],
  ],
  [
    'amounts of a line that are not the computed ones, by more than a céntimo,',
    {
      items: [
        anItem({ igv: 9.01, mto_valor_venta: 50 }),
        anItem({ igv: 18, total_impuestos: 1 }),
        // the IGV of a gift may be added to its taxes
        anItem({ tip_afe_igv: '13', igv: 9, total_impuestos: 9 }),
      ],
    },
    [
      { codigo: 'total_distinto', campo: 'items.1.igv', descripcion: /igv 18 .* 9\.00/ },
      { codigo: 'total_distinto', campo: 'items.1.total_impuestos', descripcion: / 1 .* 9\.00/ },
    ],
  ],
  [
    'payments that do not cover the sale, and change that no note explains',
    { pagos: [{ metodo: 'efectivo', monto: 5, monto_recibido: 3 }] },
    [
      { codigo: 'pagos_distintos', campo: 'pagos.0.monto_recibido', descripcion: /3\.00.*5\.00/ },
      { codigo: 'pagos_distintos', campo: 'pagos', descripcion: /faltan 63\.90/ },
    ],
  ],
  [
    'instalments that fall short of a sol',
    { forma_pago: 'Credito', cuotas: [{ monto: 68, fecha_pago: '2099-01-01' }] },
    [{ codigo: 'cuotas_incompletas', campo: 'cuotas', descripcion: /Faltan 0\.90/ }],
  ],
  [
    'a line for export in a domestic sale',
    { items: [anItem({ tip_afe_igv: '40', porcentaje_igv: 0 })] },
    [{ codigo: 'exportacion_interna', campo: 'items.0.tip_afe_igv', descripcion: /10, 20 o 30/ }],
  ],
  [
    'dollars that may exceed the limit in soles',
    {
      tipo_moneda: 'USD',
      items: [anItem({ precio_unitario: 150 })],
      cliente: { tipo_doc: '0', num_doc: '99', razon_social: 'CLIENTES VARIOS' },
    },
    [{ codigo: 'limite_en_soles', campo: 'cliente.tipo_doc', descripcion: /S\/ 700\.00.*USD 300/ }],
  ],
  [
    'characters that the PDF draws as boxes',
    { items: [anItem({ descripcion: 'Té verde 龍井 de 中国' }), anItem({ descripcion: '茶' })] },
    [
      {
        codigo: 'sin_letra',
        campo: 'items.0.descripcion',
        descripcion: /龍 井 中 国: .* SUNAT recibe/,
      },
    ],
  ],
  [
    'characters without a letter in what is printed, but never sent to SUNAT',
    { extras: { cajero: '龍', turno: '井' } },
    [{ codigo: 'sin_letra', campo: 'extras', descripcion: /龍: .* El registro guarda/ }],
  ],
  [
    'observations of a field that has two names',
    {
      leyenda: 'SON 龍',
      anticipos: [{ tipo_doc_rel: '03', nro_doc_rel: 'B001-99999999', total: 1 }],
    },
    [
      { codigo: '3218', campo: 'anticipos.0.nro_doc_rel', descripcion: /99999999/ },
      { codigo: 'sin_letra', campo: 'leyenda', descripcion: /龍/ },
    ],
  ],
])('%s are announced in the answer and in the record', async (_name, change, expected) => {
  const { api, tenant } = fixture;
  const reply = await api.boleta(tenant.credentials, change);
  const notices = expected.map((one) => ({
    ...one,
    descripcion: expect.stringMatching(one.descripcion as RegExp),
  }));
  expect([reply.status, reply.json.datos.advertencias]).toEqual([201, notices]);
  const record = await api.get(`/v1/boletas/${reply.json.datos.id}`, tenant.credentials);
  expect(record.json.datos.advertencias).toEqual(notices);
});

test('an advance of an own series with a number that was never issued is announced', async () => {
  const { api, tenant } = fixture;
  const first = await api.boleta(tenant.credentials);
  const [serie, correlativo] = first.json.datos.numero_completo.split('-') as [string, string];
  const advance = { tipo_doc: '03', serie, correlativo, monto: 10 };
  const issued = await api.boleta(tenant.credentials, { anticipos: [advance] });
  expect([issued.status, issued.json.datos.advertencias]).toEqual([201, undefined]);
  const anticipos = [{ ...advance, correlativo: '99999999' }];
  const never = await api.boleta(tenant.credentials, { anticipos });
  expect([never.status, never.json.datos.advertencias]).toEqual([
    201,
    [
      {
        codigo: '3218',
        campo: 'anticipos.0.correlativo',
        descripcion: expect.stringMatching(/99999999 no se ha emitido.*va en el número \d+/),
      },
    ],
  ]);
});

test('a sale that agrees with itself is announced nothing', async () => {
  const { api, tenant } = fixture;
  const reply = await api.boleta(tenant.credentials, {
    mto_imp_venta: 68.9,
    mto_igv: 10.51,
    pagos: [{ metodo: 'efectivo', monto: 68.9, monto_recibido: 100 }],
  });
  expect([reply.status, reply.json.datos.advertencias]).toEqual([201, undefined]);
});

test('extras are stored and returned in the record', async () => {
  const { api, tenant } = fixture;
  const extras = { caja: 3, turno: { nombre: 'mañana', abierto: true }, nada: null };
  const reply = await api.boleta(tenant.credentials, { extras });
  expect(reply.status).toBe(201);
  const record = await api.get(`/v1/boletas/${reply.json.datos.id}`, tenant.credentials);
  expect(record.json.datos.extras).toEqual(extras);
});

test('a repetition gets the stored bytes and a header that says so', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.factura(tenant.credentials, {}, reference);
  const again = await api.factura(tenant.credentials, {}, reference);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
});

test('a reference belongs to the business, not to the credential', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const first = await api.boleta(tenant.credentials, {}, reference);
  const other = await aCredential(api.db, tenant.id);
  const again = await api.boleta(other.credentials, {}, reference);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
});

test('the same sale in another JSON spelling is a repetition', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const headers = { ...tenant.credentials, 'Idempotency-Key': reference };
  const body = JSON.stringify(aBoleta());
  const first = await api.post('/v1/boletas', headers, body);
  const respelt = body
    .replace('"cantidad":2', ' "cantidad" : 2.0')
    .replace('29.5', '2950e-2')
    .replace('Café', 'Caf\\u00e9');
  const entries = Object.entries(JSON.parse(body) as object).reverse();
  const reordered = JSON.stringify(Object.fromEntries(entries), undefined, 2);
  expect(respelt).not.toBe(body);
  for (const same of [respelt, reordered]) {
    const again = await api.post('/v1/boletas', headers, same);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
  }
});

test('the last of two equal keys in the JSON counts', async () => {
  const { api, tenant } = fixture;
  const headers = { ...tenant.credentials, 'Idempotency-Key': aReference() };
  const body = JSON.stringify(aBoleta()).replace('{', '{"serie":"Z9",');
  expect((await api.post('/v1/boletas', headers, body)).status).toBe(201);
});

test('simultaneous equal calls become one document', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => api.boleta(tenant.credentials, {}, reference)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(
    replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined),
  ).toHaveLength(1);
});

test('a requested number is used, and the series continues after the highest', async () => {
  const { api, tenant } = fixture;
  const asked = await api.boleta(tenant.credentials, { correlativo: 5_000 });
  expect(asked.json.datos).toMatchObject({ correlativo: 5_000, numero_completo: 'B001-5000' });
  const lower = await api.boleta(tenant.credentials, { correlativo: 4_000 });
  expect(lower.json.datos).toMatchObject({ correlativo: 4_000 });
  expect((await api.boleta(tenant.credentials)).json.datos).toMatchObject({ correlativo: 5_001 });
});

test.each([
  ['a length', false],
  ['pieces', true],
])('a body of exactly 2,000,000 bytes is accepted, sent with %s', async (_how, chunked) => {
  const { api, tenant } = fixture;
  const body = JSON.stringify(aBoleta());
  const padded = body + ' '.repeat(2_000_000 - Buffer.byteLength(body));
  const headers = {
    ...tenant.credentials,
    'Idempotency-Key': aReference(),
    'Content-Type': 'application/json',
  };
  const reply = await api.call({
    method: 'POST',
    path: '/v1/boletas',
    headers,
    body: padded,
    chunked,
  });
  expect(reply.status).toBe(201);
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON;charset="UTF-8"',
])('the content type %s is accepted', async (type) => {
  const { api, tenant } = fixture;
  const headers = { ...tenant.credentials, 'Idempotency-Key': aReference(), 'Content-Type': type };
  expect((await api.post('/v1/boletas', headers, aBoleta())).status).toBe(201);
});

test('a sale of 500 lines is one document', async () => {
  const { api, tenant } = fixture;
  const items = Array.from({ length: 500 }, (_, i) =>
    anItem({ codigo: `P-${i}`, cantidad: 1, precio_unitario: 1 }),
  );
  const reply = await api.factura(tenant.credentials, { items });
  expect(reply.status).toBe(201);
  expect(reply.json.datos.totales).toMatchObject({ mto_imp_venta: 500, mto_igv: 76.27 });
});

test('the caller’s request id is kept where it is valid', async () => {
  const { api, tenant } = fixture;
  const headers = { ...tenant.credentials, 'Idempotency-Key': aReference() };
  const kept = await api.post(
    '/v1/boletas',
    { ...headers, 'X-Request-Id': 'till-7.sale_12' },
    aBoleta(),
  );
  expect(kept.headers['x-request-id']).toBe('till-7.sale_12');
  const invalid = await api.post(
    '/v1/boletas',
    { ...headers, 'X-Request-Id': 'no spaces, please' },
    aBoleta(),
  );
  expect(invalid.headers['x-request-id']).not.toBe('no spaces, please');
});

test('an API that cannot write its journal issues, and reports it as a condition', async () => {
  const filesDir = mkdtempSync(path.join(tmpdir(), 'rafaga-http-'));
  writeFileSync(path.join(filesDir, 'journal'), 'not a folder');
  const own = await startTestApi({ filesDir });
  expect((await own.boleta(fixture.tenant.credentials)).status).toBe(201);
  await waitFor('the condition begins', () =>
    own.alarms().some(({ condition }) => condition === 'diario'),
  );
  expect((await own.get('/readyz', {})).text).toContain('"diario: ');
  await own.stop();
});
