/**
 * One row of the field table defines a field in the schema, the sale, the record and the
 * description.
 */
import { expect, test } from '@jest/globals';
import type { Sale } from '@rafaga/fiscal';
import { bodyContract, type Contract } from './contract.js';
import { aBody } from './examples.js';
import type { Block, Field, Fields } from './fields/field.js';
import { list } from './fields/nested.js';
import { SALE } from './fields/sale.js';
import { text } from './fields/valueTypes.js';
import { openapi } from './openapi/openapi.js';
import { parseIssue } from './parse.js';
import { renderRecord } from './record.js';
import { Invalid } from './refusal.js';

const COLOR: Field = {
  wire: 'color_bolsa',
  type: text(10),
  sale: 'bagColor',
  label: 'El color de la bolsa',
  description: 'Color de la bolsa.',
};

const withRow = (table: Block): Block => ({ ...table, fields: [...table.fields, COLOR] });

/** The table with one more field of the sale, and the same one more field of a line. */
const extended = (table: Block): Block => {
  const fields = table.fields.map((field) =>
    field.wire === 'items' && field.type.block
      ? { ...field, type: list(withRow(field.type.block), { least: 1, most: 500 }) }
      : field,
  );
  return withRow({ ...table, fields });
};

const CONTRACT: Contract = {
  boleta: bodyContract(extended(SALE.boleta)),
  factura: bodyContract(extended(SALE.factura)),
};

const body = aBody();
const sent = (color_bolsa: unknown) => ({
  ...body,
  color_bolsa,
  items: body.items.map((item) => ({ ...item, color_bolsa })),
});
const parse = (value: unknown) =>
  parseIssue('boleta', 'k', sent(value), { pricesIncludeTax: true }, CONTRACT);

test('one row adds a field that the schema and the fast predicate accept', () => {
  const { accepts, acceptsLine, header, line } = CONTRACT.boleta;
  expect(accepts(sent('verde'))).toBe(true);
  expect(acceptsLine(sent('verde').items[0])).toBe(true);
  expect(header.validate(sent('verde')).error).toBeUndefined();
  expect(line.validate(sent('verde').items[0]).error).toBeUndefined();
  expect(accepts(sent('x'.repeat(11)))).toBe(false);
});

test('a fault of the field has the name and label of its row', () => {
  const faults = (value: unknown) => {
    try {
      parse(value);
    } catch (error) {
      if (error instanceof Invalid) return error.errores;
      throw error;
    }
    throw new Error('accepted');
  };
  const long = ['El color de la bolsa debe tener como máximo 10 caracteres y llega con 11.'];
  expect(faults('x'.repeat(11))).toMatchObject({
    color_bolsa: long,
    'items.0.color_bolsa': long,
  });
});

test('the field of a row is in the sale, and the fault of a rule has its name', () => {
  const { sale, errores } = parse(' verde ');
  expect(sale).toMatchObject({ bagColor: 'verde', lines: [{ bagColor: 'verde' }, {}] });
  expect(
    errores([
      { at: ['bagColor'], text: 'uno' },
      { at: ['lines', 1, 'bagColor'], text: 'dos' },
    ]),
  ).toEqual({ color_bolsa: ['uno'], 'items.1.color_bolsa': ['dos'] });
});

test('the field of a row is in the record', () => {
  const shown = renderRecord(aRecord(parse('verde').sale), CONTRACT) as Fields;
  expect(shown).toMatchObject({ color_bolsa: 'verde', items: [{ color_bolsa: 'verde' }, {}] });
  const without = parseIssue('boleta', 'k', body, { pricesIncludeTax: true }, CONTRACT);
  expect(renderRecord(aRecord(without.sale), CONTRACT)).not.toHaveProperty('color_bolsa');
});

test('the field of a row is described for requests and for records', () => {
  const { schemas } = openapi({ contract: CONTRACT }).components;
  const type = ['string', 'null'];
  const described = { type, maxLength: 10, description: 'Color de la bolsa.' };
  expect(schemas.Boleta?.properties?.color_bolsa).toEqual(described);
  expect(schemas.Factura?.properties?.color_bolsa).toEqual(described);
  expect(schemas.Item?.properties?.color_bolsa).toEqual(described);
  expect(schemas.Comprobante?.properties?.color_bolsa).toEqual({ type: 'string' });
  expect(schemas.Comprobante?.required).not.toContain('color_bolsa');
});

function aRecord(sale: Sale): Parameters<typeof renderRecord>[0] {
  const amounts = ['taxes', 'value', 'withTaxes', 'allowances', 'charges', 'prepaid', 'rounding'];
  return {
    id: 1,
    environment: 'production',
    ruc: '20123456786',
    kind: 'boleta',
    series: 'B001',
    number: 1,
    sale,
    totals: {
      subtotals: [],
      ...Object.fromEntries([...amounts, 'payable', 'discounts'].map((name) => [name, '0.00'])),
    } as unknown as Parameters<typeof renderRecord>[0]['totals'],
    warnings: null,
    reference: { key: 'k', state: 'finished' },
    fiscal: { state: 'pending', code: null, description: null, notes: null },
    evidence: null,
    cdrSignature: null,
    digest: null,
    qr: null,
    createdAt: new Date(0),
    sentAt: null,
  };
}
