/** Each kind of operation is admitted with the documents and data that it requires. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';
import { OPERATION } from '../catalogues/operations.js';
import type { Kind, Line, Sale } from '../sale.js';

const detraction = (goods: string) => ({
  goods,
  percent: '12',
  account: '00-012-345678',
  means: '001',
  amount: '14.16',
});

/** A valid sale of the operation: a plain sale with the data that the operation requires. */
function lawful(operation: string, kind: Kind): Sale {
  const own: Partial<Sale> = { operation };
  if (OPERATION[operation]?.export) own.lines = [aLine({ affectation: '40' })];
  if (operation === '0112') own.lines = [aLine({ sunatCode: '80131501' })];
  const bound = OPERATION[operation]?.detraction;
  if (bound) own.detraction = detraction(bound.goods ?? '037');
  if (operation === '2001')
    own.perception = { code: '51', factor: '0.02', base: '118', amount: '2.36' };
  if (operation === '2002') own.allowances = [{ code: '63', base: '100', amount: '5' }];
  const sale = kind === 'factura' ? aFactura(own) : aSale(own);
  if (operation === '2106' || (OPERATION[operation]?.export && kind === 'factura'))
    sale.client = { documentType: '7', document: 'X1', name: 'John' };
  return sale;
}

const rows = Object.entries(OPERATION).flatMap(([code, row]) =>
  (['factura', 'boleta'] as const).map((kind) => ({ code, row, kind })),
);

test.each(rows)('operation $code in a $kind is valid or refused, by its row', (each) => {
  const { code, row, kind } = each;
  const expected = row.kinds.includes(kind)
    ? row.needs === undefined
      ? []
      : [`operation ${row.needs.rule}`]
    : ['operation 3206'];
  const faults = faultsOf(lawful(code, kind));
  expect(faults.filter((fault) => fault.startsWith('operation '))).toEqual(expected);
  if (row.kinds.includes(kind)) expect(faults).toEqual(expected);
});

test('an operation outside catalogue 51 is refused', () => {
  expect(faultsOf(aSale({ operation: '0999' }))).toEqual(['operation 3206']);
  expect(faultsOf(aSale({ operation: 'constructor' }))).toEqual(['operation 3206']);
});

test('an export has only export lines, without ISC', () => {
  const lines = [aLine({ affectation: '40', isc: { system: '01', percent: '10' } }), aLine()];
  const client = { documentType: '7', document: 'X1', name: 'John' };
  expect(faultsOf(aFactura({ operation: '0200', lines, client }))).toEqual([
    'lines.0.isc 3107',
    'lines.1.affectation 2642',
  ]);
});

test('an operation for deductible costs requires a product code of those costs', () => {
  expect(faultsOf(aFactura({ operation: '0112' }))).toEqual(['operation 3181']);
});

test('all lines with IGV, gifts too, have one rate, except those of the NRUS', () => {
  const mixed = (affectation: string) => [
    aLine({ igvPercent: '18' }),
    aLine({ affectation: '20' }),
    aLine({ affectation, igvPercent: '10.5' }),
  ];
  expect(faultsOf(aSale({ lines: mixed('10') }))).toEqual(['lines.2.igvPercent 3462']);
  expect(faultsOf(aSale({ lines: mixed('11') }))).toEqual(['lines.2.igvPercent 3462']);
  expect(
    faultsOf(
      aSale({
        operation: '0113',
        lines: [aLine({ igvPercent: '0' }), aLine({ igvPercent: '18' })],
      }),
    ),
  ).toEqual([]);
});

test('lines of several rates have no discount of the document on their bases', () => {
  const lines = ['0', '18'].map((igvPercent) => aLine({ igvPercent }));
  const of = (code: string) =>
    faultsOf(aSale({ operation: '0113', lines, allowances: [{ code, amount: '10' }] }));
  expect(of('02')).toEqual(['allowances.0.code -']);
  expect(of('49')).toEqual(['allowances.0.code -']);
  expect(of('03')).toEqual([]);
});

test('only the gifts of the NRUS need a rate', () => {
  const gift = aLine({ affectation: '15' });
  const sale = (line: Line) =>
    aSale({ operation: '0113', lines: [aLine({ igvPercent: '0' }), line] });
  expect(faultsOf(sale(gift))).toEqual([]);
  expect(faultsOf(sale({ ...gift, igvPercent: '0' }))).toEqual(['lines.1.igvPercent 4290']);
});

test('an operation with second-category withholding requires the withholding', () => {
  expect(faultsOf(aFactura({ operation: '2002' }))).toEqual(['allowances 3316']);
});
