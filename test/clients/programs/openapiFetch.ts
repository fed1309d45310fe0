/** Issues, waits, reads and downloads with openapi-fetch and the types of openapi-typescript. */
import createClient from 'openapi-fetch';
import { aSale, connection, report, whenThere } from './common.js';
import type { components, paths } from './schema.js';

const { baseUrl, headers, key } = connection();
const client = createClient<paths>({ baseUrl, headers });
const sale: components['schemas']['Boleta'] = {
  ...aSale(),
  // a serializer sends null for what is absent
  forma_pago: null,
  descuentos_globales: null,
};

const issued = await client.POST('/boletas', {
  params: { header: { 'Idempotency-Key': key, Prefer: 'wait=10' } },
  body: sale,
});
if (issued.error) throw new Error(issued.error.mensaje);
const { id } = issued.data.datos;
const path = { id };

const ask = () => client.GET('/boletas/{id}', { params: { path, header: { Prefer: 'wait=10' } } });
let read = await ask();
while (read.data?.datos.en_espera_de === 'sunat') read = await ask();
if (read.error) throw new Error(`${read.error.codigo}: ${read.error.mensaje}`);
const { fiscal, en_espera_de, items, totales } = read.data.datos;

const parseAs = 'arrayBuffer';
const query = { format: 'ticket-80' } as const;
const pdf = await whenThere(() =>
  client.GET('/boletas/{id}/pdf', { params: { path, query }, parseAs }),
);
const cdr = await whenThere(() => client.GET('/boletas/{id}/cdr', { params: { path }, parseAs }));

const refused = await client.POST('/boletas', {
  params: { header: { 'Idempotency-Key': `${key}-2` } },
  body: { ...sale, items: [] },
});
const faults = refused.error && 'errores' in refused.error ? refused.error.errores : {};

const tag = read.response.headers.get('ETag') ?? '';
const again = await client.GET('/boletas/{id}', {
  params: { path, header: { 'If-None-Match': tag } },
});

report({
  id,
  state: fiscal.estado,
  awaited: en_espera_de,
  total: totales.mto_imp_venta,
  lines: items.length,
  pdf: Buffer.from(pdf.data ?? new ArrayBuffer()),
  cdr: Buffer.from(cdr.data ?? new ArrayBuffer()),
  faults: Object.keys(faults),
  unchanged: again.response.status,
});
