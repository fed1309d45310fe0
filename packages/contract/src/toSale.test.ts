/** The fields of a request become a Sale with exact amounts and defaults. */
import { expect, test } from '@jest/globals';
import { aBody, type SaleBody } from './examples.js';
import { parseIssue } from './parse.js';
import { toSale } from './toSale.js';

const sale = (change: Partial<SaleBody> = {}) =>
  parseIssue('boleta', 'k', { ...aBody(), ...change }, { pricesIncludeTax: true }).sale;
const line = (change: object) =>
  sale({ items: [{ ...aBody().items[0], ...change } as SaleBody['items'][0]] }).lines[0];

test('a leyenda that prints nothing counts as absent', () => {
  const leyendas = [{ code: '1000', value: 'SON DIEZ' }];
  for (const leyenda of ['', ' ', '\u0085', ' \u2028\u0085', '\u200b', '\u00ad \u3164']) {
    expect(sale({ leyenda }).legends).toEqual([]);
    expect(sale({ leyenda, leyendas }).legends).toEqual([{ code: '1000', text: 'SON DIEZ' }]);
  }
});

test('a minimal boleta becomes a sale with every default', () => {
  expect(toSale('boleta', aBody(), { pricesIncludeTax: false })).toEqual({
    kind: 'boleta',
    series: 'B001',
    issueDate: '2026-03-15',
    operation: '0101',
    currency: 'PEN',
    pricesIncludeTax: false,
    payment: 'cash',
    instalments: [],
    establishment: '0000',
    client: {
      documentType: '1',
      document: '45678912',
      name: 'María Quispe Huamán',
      email: 'maria.quispe@correo.pe',
    },
    lines: [
      {
        code: 'GAS-500',
        description: 'Gaseosa 500 ml',
        unit: 'NIU',
        quantity: '2',
        unitPrice: '3.5',
        affectation: '10',
        igvPercent: '18',
        allowances: [],
      },
      {
        code: 'PAN-INT',
        description: 'Pan integral',
        unit: 'NIU',
        quantity: '1',
        unitPrice: '8.9',
        affectation: '10',
        allowances: [],
      },
    ],
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
    note: 'Caja 3',
  });
});

test('empty texts and nulls count as absent', () => {
  const bare = sale({
    correlativo: null,
    fecha_vencimiento: null,
    cod_local: null,
    observacion: ' ',
    leyenda: '',
  });
  expect(bare).toMatchObject({ establishment: '0000', legends: [] });
  for (const name of ['number', 'dueDate', 'note']) expect(bare).not.toHaveProperty(name);
});

test('line breaks become spaces in texts, and LF in the note', () => {
  expect(line({ descripcion: ' Pan\r\nde molde\t' })).toMatchObject({
    description: 'Pan de molde',
  });
  expect(sale({ observacion: 'uno\r\ndos\rtres ' }).note).toBe('uno\ndos\ntres');
});

test('where SUNAT admits no white space but spaces, other white space is replaced', () => {
  const cliente = { ...aBody().cliente, razon_social: 'Bodega\u00a0El\u3000Sol' };
  expect(sale({ cliente }).client.name).toBe('Bodega El Sol');
  expect(line({ codigo: 'A\u00a0B', descripcion: 'Café\u00a0en grano' })).toMatchObject({
    code: 'A B',
    description: 'Café\u00a0en grano',
  });
  expect(sale({ leyenda: 'SON\u2028CIEN' }).legends).toEqual([{ code: '1000', text: 'SON CIEN' }]);
});

test('a line may have charges, and an advance the short series of a printed document', () => {
  expect(line({ descuentos: [{ cod_tipo: '47', monto: 1 }] })?.allowances).toEqual([
    { code: '47', amount: '1' },
  ]);
  expect(
    sale({ anticipos: [{ tipo_doc: '02', serie: '1', correlativo: '7', monto: 5 }] }).advances[0]
      ?.document,
  ).toBe('1-7');
});

test('both sets of names for an advance have the same result', () => {
  const advance = { documentType: '03', document: 'B001-12', amount: '590' };
  expect(
    sale({
      anticipos: [
        { tipo_doc: '03', serie: 'B001', correlativo: '12', monto: 590 },
        { tipo_doc_rel: '03', nro_doc_rel: 'B001-12', total: 590 },
      ],
    }).advances,
  ).toEqual([advance, advance]);
});

test.each([
  [
    { cod_regimen: '01', porcentaje: 2, monto: 2, base: 100 },
    { code: '51', factor: '0.02' },
  ],
  [
    { cod_reg: '51', porcentaje: 0.02, mto: 2, mto_base: 100, mto_total: 102 },
    { code: '51', factor: '0.02', total: '102' },
  ],
  [
    { cod_reg: '52', mto: 1, mto_base: 100 },
    { code: '52', factor: '0.01' },
  ],
  [
    { cod_regimen: '03', porcentaje: 0.5, monto: 0.5, base: 100 },
    { code: '53', factor: '0.005' },
  ],
  [
    { cod_regimen: '03', porcentaje: 0.005, monto: 0.5, base: 100 },
    { code: '53', factor: '0.005' },
  ],
])('the perception %j is read as %j', (percepcion, read) => {
  const { perception, operation } = sale({ percepcion });
  expect(perception).toEqual({
    base: '100',
    amount: String('monto' in percepcion ? percepcion.monto : percepcion.mto),
    ...read,
  });
  expect(operation).toBe('2001');
});

test('a detraction sets the operation when the document has none', () => {
  const detraccion = { cod_bien: '037', porcentaje: 12, cta_banco: '00-068-1', monto: 70.8 };
  expect(sale({ detraccion })).toMatchObject({
    operation: '1001',
    detraction: { goods: '037', percent: '12', account: '00-068-1', means: '001', amount: '70.8' },
  });
  expect(sale({ detraccion: { ...detraccion, tipo_operacion: '1003' } }).operation).toBe('1003');
  const precise = sale({ detraccion: { ...detraccion, porcentaje: 1.2345678 } });
  expect(precise.detraction?.percent).toBe('1.23457');
});

test.each([
  [
    { monto: 10, monto_base: 100, porcentaje: 10 },
    { factor: '0.1', base: '100', amount: '10' },
  ],
  [
    { monto: 10, monto_base: 100, porcentaje: 0.1 },
    { factor: '0.1', base: '100', amount: '10' },
  ],
  [
    { monto: 8.2, monto_base: 100, porcentaje: 8.2 },
    { factor: '0.082', base: '100', amount: '8.2' },
  ],
  [
    { monto: 10, monto_base: 1000, porcentaje: 1 },
    { factor: '0.01', base: '1000', amount: '10' },
  ],
  [
    { monto: 1000, monto_base: 1000, porcentaje: 1 },
    { factor: '1', base: '1000', amount: '1000' },
  ],
  [
    { monto: 10, porcentaje: 0.1 },
    { amount: '10', share: '0.1' },
  ],
  [
    { monto: 10, porcentaje: 10 },
    { factor: '0.1', amount: '10' },
  ],
  [{ monto: 10, monto_base: null, porcentaje: null }, { amount: '10' }],
  [
    { monto: 10, factor: 0.1 },
    { factor: '0.1', amount: '10' },
  ],
])('the global discount %j is read as %j', (discount, read) => {
  expect(sale({ descuentos_globales: [{ cod_tipo: '02', ...discount }] }).allowances).toEqual([
    { code: '02', ...read },
  ]);
});

test('the percent of a line discount is never read as a factor', () => {
  expect(line({ descuentos: [{ porcentaje: 0.5 }, { cod_tipo: '01', monto: 1 }] })).toMatchObject({
    allowances: [
      { code: '00', factor: '0.005' },
      { code: '01', amount: '1' },
    ],
  });
});

test.each([
  [
    { icbper: 0.5, factor_icbper: 0.5 },
    { perBag: '0.5', amount: '0.5' },
  ],
  [{ factor_icbper: 0.5 }, { perBag: '0.5' }],
  [{ icbper: 1 }, { amount: '1' }],
  [{ icbper: 0, factor_icbper: 0.5 }, undefined],
  [{ icbper: 0 }, undefined],
  [{}, undefined],
])('the bags %j are read as %j', (bags, read) => {
  expect(line(bags)?.icbper).toEqual(read);
});

test('an ISC of zero counts as absent', () => {
  expect(line({ isc: 0, tip_sis_isc: '01' })).not.toHaveProperty('isc');
  // neither was sent: the rules report which one is missing
  expect(line({ tip_sis_isc: '01', isc: null })).toMatchObject({ isc: { system: '01' } });
  expect(line({ isc: 1.5, porcentaje_isc: 10, tip_sis_isc: '01' })).toMatchObject({
    isc: { system: '01', percent: '10', amount: '1.5' },
  });
});

test('a free text for the amount in words is the legend 1000', () => {
  expect(sale({ leyenda: 'SON DIEZ', leyendas: [{ code: '2006', value: 'x' }] }).legends).toEqual([
    { code: '2006', text: 'x' },
    { code: '1000', text: 'SON DIEZ' },
  ]);
});

test('totals of the caller are dropped, extras are kept', () => {
  const kept = sale({ extras: { caja: 3 }, mto_imp_venta: 1 } as Partial<SaleBody>);
  expect(kept.extras).toEqual({ caja: 3 });
  expect(JSON.stringify(kept)).not.toContain('mto_imp_venta');
});
