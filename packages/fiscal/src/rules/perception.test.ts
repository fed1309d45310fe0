/** A percepción has the rate, base and currency of its regime. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';
import type { Perception, Sale } from '../sale.js';

const perception = (own: Partial<Perception> = {}): Perception => ({
  code: '51',
  factor: '0.02',
  base: '118',
  amount: '2.36',
  ...own,
});
const faults = (own: Partial<Perception>, sale: Partial<Sale> = {}) =>
  faultsOf(aFactura({ operation: '2001', perception: perception(own), ...sale }));

test.each([
  ['51', '0.02', '2.36'],
  ['52', '0.01', '1.18'],
  ['53', '0.005', '0.59'],
])('the regime %s has the factor %s', (code, factor, amount) => {
  expect(faults({ code, factor, amount })).toEqual([]);
});

test.each<[string, Partial<Perception>, Partial<Sale>, string[]]>([
  ['its total', { total: '120.36' }, {}, []],
  ['a régimen that is not in the catalogue', { code: '54' }, {}, ['perception.code 3071']],
  ['another rate', { factor: '0.01', amount: '1.18' }, {}, ['perception.factor 2798']],
  ['another amount', { amount: '3.37' }, {}, ['perception.amount 2798', 'perception.base 2798']],
  ['half a sol more', { amount: '2.86' }, {}, ['perception.amount -', 'perception.base -']],
  ['a céntimo less', { amount: '2.35' }, {}, []],
  ['a base above the sale', { base: '119', amount: '2.38' }, {}, ['perception.base 2797']],
  ['a base of zero', { base: '0', amount: '0' }, {}, ['perception.amount 3233']],
  [
    'another amount, and the total of the right one',
    { amount: '1', total: '120.36' },
    {},
    ['perception.amount 2798', 'perception.base 2798'],
  ],
  ['another total', { total: '120.50' }, {}, ['perception.total -']],
  ['another operation', {}, { operation: '0401' }, ['operation 3308']],
  ['dollars and no total', {}, { currency: 'USD' }, ['perception.total 3310']],
  ['dollars', { base: '440', amount: '8.80', total: '448.80' }, { currency: 'USD' }, []],
  ['a total in dollars', { total: '120.36' }, { currency: 'USD' }, ['perception.total -']],
])('a percepción with %s', (_name, own, sale, expected) => {
  expect(faults(own, sale)).toEqual(expected);
});

test('an amount beyond the tolerance is refused in a document of many lines too', () => {
  const lines = Array.from({ length: 500 }, () => aLine({ unitPrice: '2' }));
  const wrong = ['perception.amount 2798', 'perception.base 2798'];
  expect(faults({ base: '1000', amount: '23' }, { lines })).toEqual(wrong);
  expect(faults({ base: '1000', amount: '21' }, { lines })).toEqual([]);
  expect(faults({ base: '999.80', amount: '21' }, { lines })).toEqual(wrong);
});

test('a factura with percepción is paid in cash, and a boleta may be paid in instalments', () => {
  const credit = {
    payment: 'credit',
    instalments: [{ amount: '118', dueDate: '2026-12-21' }],
  } as const;
  expect(faults({}, { ...credit, instalments: [...credit.instalments] })).toEqual([
    'perception 3330',
  ]);
  expect(
    faultsOf(aSale({ ...credit, instalments: [...credit.instalments], perception: perception() })),
  ).toEqual([]);
  expect(faultsOf(aFactura({ operation: '2001' }))).toEqual(['perception 3093']);
  expect(
    faultsOf(aFactura({ operation: '2001', ...credit, instalments: [...credit.instalments] })),
  ).toEqual([]);
});
