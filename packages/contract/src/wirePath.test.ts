/** Faults in a sale are reported under the field names that the request used. */
import { expect, test } from '@jest/globals';
import { CONTRACT } from './contract.js';

const { wirePath, errores } = CONTRACT.boleta.paths;

test.each([
  [[], '_general'],
  [['series'], 'serie'],
  [['client', 'document'], 'cliente.num_doc'],
  [['lines', 3, 'quantity'], 'items.3.cantidad'],
  [['lines', 3], 'items.3'],
  [['lines', 0, 'allowances', 1, 'factor'], 'items.0.descuentos.1.factor'],
  [['lines', 0, 'isc', 'percent'], 'items.0.porcentaje_isc'],
  [['lines', 0, 'isc'], 'items.0.isc'],
  [['lines', 0, 'icbper', 'perBag'], 'items.0.factor_icbper'],
  [['instalments', 0, 'dueDate'], 'cuotas.0.fecha_pago'],
  [['advances', 2, 'amount'], 'anticipos.2.monto'],
  [['detraction', 'goods'], 'detraccion.cod_bien'],
  [['nothing', 'known'], '_general'],
  [['lines', 1, 'constructor'], 'items.1'],
])('the path %j of the sale is %s in the request', (at, path) => {
  expect(wirePath(at as (string | number)[])).toBe(path);
});

test('faults of fiscal rules are grouped by field', () => {
  const faults = [
    { at: ['client'], text: 'uno' },
    { at: ['client'], text: 'dos' },
    { at: [], text: 'tres' },
  ];
  expect(errores(faults, {})).toEqual({ cliente: ['uno', 'dos'], _general: ['tres'] });
});

test.each<[(string | number)[], object, string]>([
  [
    ['perception', 'base'],
    { percepcion: { cod_reg: '01', mto_base: 100, mto: 2 } },
    'percepcion.mto_base',
  ],
  [
    ['perception', 'base'],
    { percepcion: { cod_regimen: '01', base: 100, monto: 2 } },
    'percepcion.base',
  ],
  [['perception', 'amount'], { percepcion: { mto: 2 } }, 'percepcion.mto'],
  [['perception', 'code'], { percepcion: { cod_reg: '01' } }, 'percepcion.cod_reg'],
  [
    ['advances', 1, 'document'],
    { anticipos: [{}, { nro_doc_rel: 'F001-1' }] },
    'anticipos.1.nro_doc_rel',
  ],
  [
    ['advances', 0, 'documentType'],
    { anticipos: [{ tipo_doc_rel: '01' }] },
    'anticipos.0.tipo_doc_rel',
  ],
  [['advances', 0, 'amount'], { anticipos: [{ total: 0 }] }, 'anticipos.0.total'],
  [
    ['allowances', 0, 'factor'],
    { descuentos_globales: [{ porcentaje: 10 }] },
    'descuentos_globales.0.porcentaje',
  ],
  [['legends', 1, 'text'], { leyenda: 'SON', leyendas: [{ code: '2005', value: 'x' }] }, 'leyenda'],
  [
    ['legends', 0, 'text'],
    { leyenda: 'SON', leyendas: [{ code: '2005', value: 'x' }] },
    'leyendas.0.value',
  ],
  [['detraction', 'amount'], {}, 'detraccion.monto'],
])('a fault is found under the name that the caller used: %j', (at, body, key) => {
  expect(errores([{ at, text: 'uno' }], body as Record<string, unknown>)).toEqual({
    [key]: ['uno'],
  });
});
