/**
 * The instalments of a credit sale add up to the pending amount and are due after the issue date.
 */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, DETRACTION } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Instalment, Sale } from '../sale.js';

const on = (dueDate: string, ...amounts: string[]): Instalment[] =>
  amounts.map((amount) => ({ amount, dueDate }));
const credit = (instalments: Instalment[], own: Partial<Sale> = {}) =>
  faultsOf(aFactura({ payment: 'credit', instalments, ...own }));
const LATER = '2026-12-21';

test('a credit sale has instalments, a cash sale has none', () => {
  expect(credit(on(LATER, '59', '59'))).toEqual([]);
  expect(credit([])).toEqual(['instalments 3249']);
  expect(credit(on(LATER, '118'), { payment: 'cash' })).toEqual(['instalments 3252']);
});

test('an instalment of a factura is due after the issue date, of a boleta not before', () => {
  expect(credit(on('2026-11-21', '118'))).toEqual(['instalments.0.dueDate 3267']);
  const boleta = (dueDate: string) =>
    faultsOf(aSale({ payment: 'credit', instalments: on(dueDate, '118') }));
  expect(boleta('2026-11-21')).toEqual([]);
  expect(boleta('2026-11-20')).toEqual(['instalments.0.dueDate 3267']);
});

test.each([
  ['the pending amount', ['59', '59'], []],
  ['thirds', ['39.33', '39.33', '39.33'], []],
  ['one céntimo more than is pending', ['59', '59.01'], ['instalments 3265']],
  ['half of the pending amount', ['59'], ['instalments 3319']],
  ['more than the whole sale', ['118.01'], ['instalments.0.amount 3266']],
])('instalments of %s', (_name, amounts, expected) => {
  expect(credit(on(LATER, ...amounts))).toEqual(expected);
});

test('instalments short by up to one sol are announced', () => {
  const short = (amount: string) =>
    warningsOf(aFactura({ payment: 'credit', instalments: on(LATER, amount) }));
  expect(short('117.99')).toEqual(['instalments cuotas_incompletas']);
  expect(short('117')).toEqual(['instalments cuotas_incompletas']);
  expect(short('118')).toEqual([]);
});

test('an initial payment is not part of the pending amount', () => {
  expect(credit(on(LATER, '100'), { payments: [{ method: 'efectivo', amount: '18' }] })).toEqual(
    [],
  );
});

test('detracciones and withholdings are not part of the pending amount', () => {
  expect(credit(on(LATER, '103.84'), { operation: '1001', detraction: DETRACTION })).toEqual([]);
  expect(credit(on(LATER, '118'), { operation: '1001', detraction: DETRACTION })).toEqual([
    'instalments 3265',
  ]);
  expect(
    credit(on(LATER, '103.84'), {
      operation: '1001',
      currency: 'USD',
      detraction: { ...DETRACTION, amount: '53' },
    }),
  ).toEqual([]);
  expect(
    credit(on(LATER, '114.46'), { allowances: [{ code: '62', base: '118', amount: '3.54' }] }),
  ).toEqual([]);
});

test.each([
  ['rounded up to whole soles', '54', '103.60', [], []],
  ['rounded down to whole soles', '53', '103.87', [], []],
  ['given to the céntimo', '53.10', '103.84', [], []],
  ['not deducted', '53', '118', ['instalments 3265'], []],
  ['deducted twice', '53', '89.68', ['instalments 3319'], []],
  ['deducted with a dollar more', '53', '102.87', [], ['instalments cuotas_incompletas']],
])('in dollars, instalments after a detracción %s', (_name, amount, left, faults, warnings) => {
  const detraction = { goods: '037', percent: '12', account: '1', means: '001', amount };
  const instalments = on(LATER, left);
  const own = { operation: '1001', currency: 'USD', payment: 'credit' } as const;
  const sale = aFactura({ ...own, detraction, instalments });
  expect(faultsOf(sale)).toEqual(faults);
  expect(warningsOf(sale)).toEqual(warnings);
});

test('what a small detracción leaves in dollars is never more than the whole sale', () => {
  const lines = [aLine({ unitPrice: '1' })];
  const detraction = { goods: '037', percent: '4', account: '1', means: '001', amount: '0.15' };
  const own = { operation: '1001', currency: 'USD', lines, detraction } as const;
  expect(credit(on(LATER, '0.50', '0.50'), own)).toEqual([]);
  expect(credit(on(LATER, '0.50', '0.51'), own)).toEqual(['instalments 3265']);
});

test('more than 999 instalments are refused', () => {
  expect(credit(on(LATER, ...Array.from({ length: 1000 }, () => '0.118')))).toContain(
    'instalments 3246',
  );
});
