/** Records, files, health and documentation are answered with 200. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { TODAY } from '../support/saleBody.js';
import { settle, sign } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();

test('the record of a pending document has every field', async () => {
  const { api, tenant } = fixture;
  const { datos } = (await api.boleta(tenant.credentials)).json;
  const reply = await api.get(`/v1/boletas/${datos.id}`, tenant.credentials);
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.json).toMatchObject({
    estado: 'exito',
    mensaje: expect.any(String),
    datos: {
      id: datos.id,
      tipo: 'boleta',
      serie: 'B001',
      numero_completo: datos.numero_completo,
      tipo_moneda: 'PEN',
      cliente: { tipo_doc: '1', num_doc: '45678912', razon_social: 'María Ñahui Quispe' },
      fiscal: { estado: 'pendiente', codigo: null, descripcion: null },
      entorno: 'simulado',
      referencia: { estado: 'finalizada' },
      hash: null,
      qr: `${tenant.ruc}|03|B001|${datos.correlativo}|10.51|68.90|${TODAY}|1|45678912|`,
      total_en_letras: 'SON SESENTA Y OCHO CON 90/100 SOLES',
      items: [
        { descripcion: 'Café de Chanchamayo 250 g', mto_valor_venta: 50, igv: 9, total: 59 },
        { mto_valor_venta: 8.39, igv: 1.51, total_impuestos: 1.51, total: 9.9 },
      ],
      creado_en: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-05:00$/),
      enviado_en: null,
      archivos: {
        pdf: `/v1/boletas/${datos.id}/pdf`,
        xml: `/v1/boletas/${datos.id}/xml`,
        cdr: `/v1/boletas/${datos.id}/cdr`,
      },
    },
  });
});

test.each([
  ['accepted', 'aceptado'],
  ['rejected', 'rechazado'],
] as const)('a record shows the decision of the authority: %s', async (state, estado) => {
  const { api, tenant } = fixture;
  const { id } = (await api.factura(tenant.credentials)).json.datos;
  await settle(api, tenant, id, state);
  const { datos } = (await api.get(`/v1/facturas/${id}`, tenant.credentials)).json;
  expect(datos.fiscal).toMatchObject({
    estado,
    codigo: expect.any(String),
    descripcion: 'La decisión',
  });
  expect(datos.fiscal).toMatchObject({
    observaciones: [{ codigo: '4252', descripcion: 'El dato no coincide' }],
  });
  expect(datos).toMatchObject({ hash: 'c1g3=', qr: 'QR', enviado_en: expect.any(String) });
});

test('a record names the operation that the XML has, which a detracción changes', async () => {
  const { api, tenant } = fixture;
  const reply = await api.factura(tenant.credentials, {
    tipo_operacion: '0101',
    items: [{ descripcion: 'Asesoría', unidad: 'ZZ', cantidad: 1, precio_unitario: 1180 }],
    detraccion: { cod_bien: '037', porcentaje: 12, cta_banco: '00-012-345678', monto: 141.6 },
  });
  expect(reply.json).toHaveProperty('datos.id');
  const { id } = reply.json.datos;
  const { datos } = (await api.get(`/v1/facturas/${id}`, tenant.credentials)).json;
  expect(datos.tipo_operacion).toBe('1001');
});

test('XML and CDR are sent byte for byte, with media type, file name and ETag', async () => {
  const { api, tenant } = fixture;
  const { id, numero_completo: name } = (await api.factura(tenant.credentials)).json.datos;
  const bytes = await settle(api, tenant, id);
  for (const [kind, type, file] of [
    ['xml', 'application/xml', `${tenant.ruc}-01-${name}.xml`],
    ['cdr', 'application/zip', `R-${tenant.ruc}-01-${name}.zip`],
  ] as const) {
    const reply = await api.get(`/v1/facturas/${id}/${kind}`, tenant.credentials);
    expect(reply.status).toBe(200);
    expect(reply.bytes.equals(bytes[kind])).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-length': String(bytes[kind].length),
      'content-disposition': `attachment; filename="${file}"`,
      etag: `"${createHash('sha256').update(bytes[kind]).digest('hex')}"`,
      'cache-control': 'private, no-cache',
    });
  }
});

test('the XML can be downloaded as soon as the document is signed', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const xml = await sign(api, tenant, id);
  const reply = await api.get(`/v1/boletas/${id}/xml`, tenant.credentials);
  expect(reply.bytes.equals(xml)).toBe(true);
});

test('HEAD answers the headers of GET without a body', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  await settle(api, tenant, id);
  for (const path of [
    `/v1/boletas/${id}`,
    `/v1/boletas/${id}/xml`,
    `/v1/boletas/${id}/cdr`,
    '/v1/openapi.json',
    '/healthz',
    '/readyz',
  ]) {
    const [get, head] = [
      await api.get(path, tenant.credentials),
      await api.call({ method: 'HEAD', path, headers: tenant.credentials }),
    ];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of [
      'content-type',
      'content-length',
      'etag',
      'content-disposition',
      'cache-control',
    ])
      expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test('health is answered without credentials', async () => {
  const { api } = fixture;
  expect((await api.get('/healthz', {})).json).toMatchObject({ estado: 'bien' });
  // a probe that a busy machine delays makes the process degraded until the next one
  const last = { seen: '' };
  await waitFor(
    () => `/readyz says bien, not ${last.seen}`,
    async () => {
      const { status, json } = await api.get('/readyz', {});
      expect(status).toBe(200);
      last.seen = JSON.stringify(json);
      return json.estado === 'bien';
    },
  );
});

test('the description of the API needs no credentials', async () => {
  const { api } = fixture;
  const reply = await api.get('/v1/openapi.json', {});
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
});

test('the documentation page loads nothing, runs no script and has only local links', async () => {
  const { api } = fixture;
  const reply = await api.get('/docs', {});
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  );
  expect(reply.text).not.toMatch(
    /<script|<form|<iframe|<img|\bon\w+=|url\(|(?:src|action)=|<link/i,
  );
  expect(
    [...reply.text.matchAll(/href="([^"]*)"/g)].filter(([, to]) => !/^[#/]/.test(to as string)),
  ).toEqual([]);
});
