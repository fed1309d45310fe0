/** The record of a document shows every field of the specification, and what the caller sent. */
import { expect, test } from '@jest/globals';
import { price, totalsJson } from '@rafaga/fiscal';
import { aBody, type SaleBody } from './examples.js';
import { parseIssue } from './parse.js';
import { type DocumentRecord, issuedBody, queryBody, renderRecord } from './record.js';

function aRecord(
  body: Partial<SaleBody> = {},
  change: Partial<DocumentRecord> = {},
): DocumentRecord {
  const { sale } = parseIssue(
    'factura',
    'venta-1',
    { ...aBody('factura'), ...body },
    { pricesIncludeTax: true },
  );
  return {
    id: 42,
    environment: 'beta',
    ruc: '20123456786',
    kind: 'factura',
    series: 'F001',
    number: 7,
    sale,
    totals: totalsJson(price(sale).totals),
    warnings: null,
    reference: { key: 'venta-1', state: 'finished' },
    fiscal: { state: 'pending', code: null, description: null, notes: null },
    evidence: null,
    cdrSignature: null,
    digest: null,
    qr: null,
    createdAt: new Date('2026-03-15T14:30:05.123Z'),
    sentAt: null,
    ...change,
  };
}

const PENDING = {
  id: 42,
  tipo: 'factura',
  serie: 'F001',
  correlativo: 7,
  numero_completo: 'F001-7',
  fecha_emision: '2026-03-15',
  fecha_vencimiento: '2026-04-14',
  tipo_operacion: '0101',
  tipo_moneda: 'PEN',
  forma_pago: 'Credito',
  cod_local: '0000',
  cliente: {
    tipo_doc: '6',
    num_doc: '20123456786',
    razon_social: 'Comercial Andina S.A.C.',
    direccion: 'Av. Los Incas 123, Cusco',
  },
  items: [
    {
      codigo: 'SRV-01',
      descripcion: 'Servicio de mantenimiento',
      unidad: 'ZZ',
      cantidad: 1,
      precio_unitario: 590,
      tip_afe_igv: '10',
      mto_valor_venta: 500,
      igv: 90,
      total_impuestos: 90,
      total: 590,
    },
  ],
  cuotas: aBody('factura').cuotas,
  observacion: null,
  extras: null,
  totales: expect.objectContaining({
    mto_oper_gravadas: 500,
    mto_igv: 90,
    valor_venta: 500,
    sub_total: 590,
    mto_imp_venta: 590,
  }),
  total_en_letras: 'SON QUINIENTOS NOVENTA CON 00/100 SOLES',
  fiscal: { estado: 'pendiente', codigo: null, descripcion: null, observaciones: [] },
  sustento: null,
  entorno: 'beta',
  advertencias: [],
  referencia: { clave: 'venta-1', estado: 'finalizada' },
  hash: null,
  qr: '20123456786|01|F001|7|90.00|590.00|2026-03-15|6|20123456786|',
  firma_cdr: null,
  en_espera_de: 'sunat',
  archivos: {
    pdf: '/v1/facturas/42/pdf',
    xml: '/v1/facturas/42/xml',
    cdr: '/v1/facturas/42/cdr',
  },
  creado_en: '2026-03-15T09:30:05-05:00',
  enviado_en: null,
};

test('a pending document shows every field of the specification', () => {
  expect(renderRecord(aRecord())).toEqual(PENDING);
});

test('the record of an accepted document has its observations', () => {
  const notes = [{ code: '4252', text: 'El dato ingresado' }];
  expect(
    renderRecord(
      aRecord(
        {},
        {
          fiscal: {
            state: 'accepted',
            code: '0',
            description: 'La Factura F001-7 ha sido aceptada',
            notes,
          },
          evidence: 'presumed',
          cdrSignature: 'unknown_signer',
          digest: 'abc=',
          qr: '20123456786|01|F001|7|',
          sentAt: new Date('2026-03-16T04:59:59Z'),
          reference: { key: 'venta-1', state: 'in_review' },
        },
      ),
    ),
  ).toMatchObject({
    fiscal: {
      estado: 'aceptado',
      codigo: '0',
      descripcion: 'La Factura F001-7 ha sido aceptada',
      observaciones: [{ codigo: '4252', descripcion: 'El dato ingresado' }],
    },
    sustento: 'presumido',
    referencia: { estado: 'en_revision' },
    firma_cdr: 'firmante_desconocido',
    hash: 'abc=',
    qr: '20123456786|01|F001|7|',
    enviado_en: '2026-03-15T23:59:59-05:00',
  });
});

test.each([
  ['pending', 'finished', 'sunat', /está en curso/],
  ['pending', 'in_review', 'revision', /en revisión: una persona decide/],
  ['accepted', 'finished', null, /^Factura registrada y aceptada/],
  ['rejected', 'finished', null, /^Factura registrada y rechazada/],
] as const)('a caller is told whether to wait: %s, %s', (state, reference, awaited, message) => {
  const record = aRecord(
    {},
    {
      fiscal: { state, code: null, description: null, notes: null },
      reference: { key: 'venta-1', state: reference },
    },
  );
  expect(issuedBody(record)).toMatchObject({
    mensaje: expect.stringMatching(message),
    datos: { en_espera_de: awaited },
  });
  expect(queryBody(record)).toMatchObject({
    mensaje: awaited === 'revision' ? expect.stringMatching(message) : 'Comprobante encontrado.',
  });
});

test.each([
  ['production', 'accepted', 'cdr', 'aceptada por SUNAT.'],
  ['production', 'accepted', null, 'aceptada por SUNAT.'],
  ['production', 'rejected', 'fault', 'rechazada por SUNAT: datos.fiscal dice por qué.'],
  ['production', 'accepted', 'presumed', 'dada por aceptada sin prueba (sustento presumido).'],
  ['production', 'accepted', 'person', 'dada por aceptada por decisión de dos personas.'],
  ['production', 'rejected', 'person', /^dada por rechazada por decisión de dos personas: datos/],
  ['beta', 'accepted', 'cdr', 'aceptada por un ambiente de pruebas (beta).'],
  ['beta', 'rejected', 'cdr', /^rechazada por un ambiente de pruebas \(beta\): datos/],
  ['simulator', 'accepted', 'cdr', 'aceptada por el simulador.'],
  ['simulator', 'rejected', 'person', /^dada por rechazada por decisión de dos personas: datos/],
] as const)('in %s, a document that is %s by %s says by what', (environment, state, by, said) => {
  const fiscal = { state, code: null, description: null, notes: null };
  const { mensaje } = issuedBody(aRecord({}, { environment, fiscal, evidence: by })) as {
    mensaje: string;
  };
  const [, result] = /^Factura registrada y (.+)$/.exec(mensaje) ?? [];
  expect(result).toEqual(typeof said === 'string' ? said : expect.stringMatching(said));
});

test('every block that a caller sent is in the record under the same names', () => {
  const blocks: Partial<SaleBody> = {
    items: [
      {
        codigo: 'LIC',
        descripcion: 'Pisco',
        unidad: 'NIU',
        cantidad: 1.5,
        precio_unitario: 59,
        tip_afe_igv: '10',
        mto_valor_unitario: 50,
        porcentaje_igv: 18,
        cod_producto_sunat: '50202200',
        descuentos: [{ cod_tipo: '00', factor: 0.1, monto: 5, monto_base: 50 }],
        isc: 1,
        porcentaje_isc: 2,
        tip_sis_isc: '01',
        icbper: 0.5,
        factor_icbper: 0.5,
      },
    ],
    anticipos: [{ tipo_doc: '02', serie: 'F001', correlativo: '3', monto: 11.8 }],
    descuentos_globales: [{ cod_tipo: '02', factor: 0.1, monto: 1, monto_base: 10 }],
    guias: [{ tipo_doc: '09', nro_doc: 'T001-1' }],
    leyendas: [{ code: '2006', value: 'texto' }],
    pagos: [{ metodo: 'yape', monto: 5, referencia: 'a', monto_recibido: 10, notas: 'b' }],
    contrato_colaboracion: { numero: 'C-1', tipo: '1', descripcion: 'Consorcio', porcentaje: 50 },
    observacion: 'nota',
    extras: { caja: 3 },
  };
  expect(renderRecord(aRecord(blocks))).toMatchObject(blocks);
});

test('the record has the detraction and the perception as they were interpreted', () => {
  const detraccion = {
    cod_bien: '037',
    porcentaje: 12,
    cta_banco: '00-068-1',
    cod_medio_pago: '001',
    monto: 70.8,
  };
  expect(renderRecord(aRecord({ detraccion }))).toMatchObject({
    detraccion,
    tipo_operacion: '1001',
  });
  const percepcion = {
    cod_reg: '51',
    porcentaje: 0.02,
    mto: 11.8,
    mto_base: 590,
    mto_total: 601.8,
  };
  expect(renderRecord(aRecord({ percepcion }))).toMatchObject({
    percepcion,
    tipo_operacion: '2001',
  });
});

test('the answer to a query has estado, mensaje and datos', () => {
  expect(queryBody(aRecord())).toMatchObject({
    estado: 'exito',
    mensaje: expect.any(String),
    datos: { id: 42 },
  });
});
