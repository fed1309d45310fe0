/** Issues, waits, reads and downloads with the functions that @hey-api/openapi-ts writes. */
import { aSale, connection, report, whenThere } from './common.js';
import { client } from './generated/client.gen.js';
import * as api from './generated/sdk.gen.js';
import type { Boleta } from './generated/types.gen.js';

const { baseUrl, headers, key } = connection();
client.setConfig({ baseUrl, headers });
const body: Boleta = {
  ...aSale(),
  descuentos_globales: [{ cod_tipo: '02', monto: 1, factor: null }],
};

const issued = await api.emitirBoleta({
  headers: { 'Idempotency-Key': key, Prefer: 'wait=10' },
  body,
});
if (issued.error) throw new Error(issued.error.mensaje);
const path = { id: issued.data.datos.id };

const query = () => api.consultarBoleta({ path, headers: { Prefer: 'wait=10' } });
let read = await query();
while (read.data?.datos.en_espera_de === 'sunat') read = await query();
if (!read.data) throw new Error(`the record was answered with ${read.response?.status}`);
const { fiscal, en_espera_de, items, totales } = read.data.datos;

const pdf = await whenThere(() => api.descargarPdfBoleta({ path, query: { format: 'ticket-80' } }));
const cdr = await whenThere(() => api.descargarCdrBoleta({ path }));
if (!pdf.data || !cdr.data) throw new Error('a file is missing');

const refused = await api.emitirBoleta({
  headers: { 'Idempotency-Key': `${key}-2` },
  body: { ...body, items: [] },
});
const faults = refused.error && 'errores' in refused.error ? refused.error.errores : {};

const tag = read.response?.headers.get('ETag') ?? '';
const again = await api.consultarBoleta({ path, headers: { 'If-None-Match': tag } });

report({
  id: path.id,
  state: fiscal.estado,
  awaited: en_espera_de,
  total: totales.mto_imp_venta,
  lines: items.length,
  pdf: Buffer.from(await pdf.data.arrayBuffer()),
  cdr: Buffer.from(await cdr.data.arrayBuffer()),
  faults: Object.keys(faults),
  unchanged: again.response?.status ?? 0,
});
