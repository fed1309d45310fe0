/** A detracción has the amount, currency and operation that SUNAT requires. */
import { expect, test } from '@jest/globals';
import { aFactura, DETRACTION } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';
import type { Detraction, Sale } from '../sale.js';

const faults = (own: Partial<Detraction>, sale: Partial<Sale> = {}) =>
  faultsOf(
    aFactura({
      operation: '1001',
      detraction: { ...DETRACTION, ...own },
      ...sale,
    }),
  );

test('a detracción of its percent is valid, with céntimos or in whole soles', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ amount: '14' })).toEqual([]);
  expect(faults({}, { operation: '0101' })).toEqual([]);
});

test.each<[string, Partial<Detraction>, Partial<Sale>, string[]]>([
  ['goods that are not in the catalogue', { goods: '999' }, {}, ['detraction.goods 3033']],
  ['goods that are not of the operation', {}, { operation: '1003' }, ['detraction.goods 3129']],
  ['means that are not in the catalogue', { means: '555' }, {}, ['detraction.means 3174']],
  ['no amount', { amount: '0' }, {}, ['detraction.amount 3037']],
  ['another amount', { amount: '20' }, {}, ['detraction.amount -', 'detraction.percent -']],
  ['half a sol more', { amount: '14.66' }, {}, ['detraction.amount -', 'detraction.percent -']],
  ['a céntimo less', { amount: '14.15' }, {}, []],
  ['a percent of zero', { percent: '0', amount: '1' }, {}, ['detraction.percent -']],
  ['the next whole sol', { amount: '15' }, {}, []],
  ['an export', {}, { operation: '0401' }, ['operation 3128']],
  ['an amount in soles of a sale in dollars', { amount: '53' }, { currency: 'USD' }, []],
  ['the dollars of a sale in dollars', {}, { currency: 'USD' }, ['detraction.amount -']],
])('a detracción with %s', (_name, own, sale, expected) => {
  expect(faults(own, sale)).toEqual(expected);
});

test('an operation with detracción requires one', () => {
  expect(faultsOf(aFactura({ operation: '1001' }))).toEqual(['detraction 3127']);
});

test('a detracción and a percepción exclude each other', () => {
  expect(
    faults({}, { perception: { code: '51', factor: '0.02', base: '118', amount: '2.36' } }),
  ).toEqual(['perception 3308']);
});
