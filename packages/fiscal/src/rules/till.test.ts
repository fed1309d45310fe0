/** Payments that cannot be are announced, and none refuses a sale. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Payment, Sale } from '../sale.js';

const warnings = (payments: Omit<Payment, 'method'>[], own: Partial<Sale> = {}) => {
  const sale = aSale({ ...own, payments: payments.map((one) => ({ method: 'efectivo', ...one })) });
  expect(faultsOf(sale)).toEqual([]);
  return warningsOf(sale);
};
const ALL = ['payments pagos_distintos'];
const FIRST = ['payments.0.received pagos_distintos'];

test.each<[string, Omit<Payment, 'method'>[], string[]]>([
  ['the whole amount', [{ amount: '118' }], []],
  ['two parts', [{ amount: '100' }, { amount: '18' }], []],
  ['cash rounded to ten céntimos', [{ amount: '117.9' }], []],
  ['too little', [{ amount: '100' }], ALL],
  ['too much', [{ amount: '118' }, { amount: '500' }], ALL],
  ['change of one note', [{ amount: '118', received: '200' }], []],
  ['less received than paid', [{ amount: '118', received: '100' }], FIRST],
  ['nothing stated as received', [{ amount: '118', received: '0' }], []],
  ['change of more than any note', [{ amount: '118', received: '1180' }], FIRST],
])('a sale of 118.00 with %s', (_name, payments, expected) => {
  expect(warnings(payments)).toEqual(expected);
});

test('a credit sale may be paid in part, a withheld part is not paid at the till', () => {
  const later = [{ amount: '100', dueDate: '2026-12-21' }];
  expect(warnings([{ amount: '18' }], { payment: 'credit', instalments: later })).toEqual([]);
  expect(warnings([{ amount: '20' }], { payment: 'credit', instalments: later })).toEqual(ALL);
  const allowances = [{ code: '62', base: '118', amount: '3.54' }];
  const factura = aFactura({ allowances, payments: [{ method: 'yape', amount: '114.46' }] });
  expect(warningsOf(factura)).toEqual([]);
});

test('a line for export in a domestic sale is announced once', () => {
  const lines = [aLine(), aLine({ affectation: '40' }), aLine({ affectation: '40' })];
  expect(warningsOf(aSale({ lines }))).toEqual(['lines.1.affectation exportacion_interna']);
  const client = { documentType: '7', document: 'AB123456', name: 'John Smith' };
  expect(warningsOf(aSale({ operation: '0200', lines: lines.slice(1), client }))).toEqual([]);
});
