/** Advances are deducted from the bases that they taxed, and the totals satisfy SUNAT's rules. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine } from '../testing/aSale.js';
import { faultsOf } from '../testing/findings.js';
import { brokenRules } from '../testing/workbook.js';
import { centsText, scaledText } from './money.js';
import type { Sale } from './sale.js';
import { price } from './totals.js';
import { totalsJson } from './totalsJson.js';

const paid = (...amounts: string[]) =>
  amounts.map((amount, i) => ({ documentType: '02', document: `F001-${i + 1}`, amount }));

function deducted(sale: Sale) {
  const priced = price(sale);
  expect(brokenRules(priced, 0.02)).toEqual([]);
  const allowances = priced.allowances.map(({ code, amount }) => `${code} ${centsText(amount)}`);
  return { allowances, totals: totalsJson(priced.totals), priced };
}

test('an advance of 590 on 2,000 plus IGV deducts 500, as in the golden sample', () => {
  const { allowances, totals, priced } = deducted(
    aFactura({ lines: [aLine({ unitPrice: '2360' })], advances: paid('590') }),
  );
  expect(allowances).toEqual(['04 500.00']);
  expect(
    priced.allowances.map(({ factor, base }) => [scaledText(factor ?? 0n), centsText(base)]),
  ).toEqual([['1', '500.00']]);
  expect(totals).toMatchObject({
    subtotals: [{ tax: '1000', base: '1500.00', amount: '270.00' }],
    value: '2000.00',
    withTaxes: '2360.00',
    prepaid: '590.00',
    payable: '1770.00',
  });
});

test('several advances make one deduction', () => {
  expect(deducted(aFactura({ advances: paid('11.80', '23.60') })).allowances).toEqual(['04 30.00']);
});

test('a deduction that the caller sent is not computed again', () => {
  const { allowances, totals } = deducted(
    aFactura({
      advances: paid('59'),
      allowances: [{ code: '04', amount: '50', base: '50', factor: '1' }],
    }),
  );
  expect([allowances, totals.payable, totals.taxes]).toEqual([['04 50.00'], '59.00', '9.00']);
});

test.each([
  ['59.05', '8.95', 'what the advance exceeds the deduction by'],
  ['58.95', '9.05', 'what the advance exceeds the deduction by'],
  ['59.06', '9.00', 'the rate'],
  ['58.94', '9.00', 'the rate'],
])('an advance of %s with a deduction of 50 leaves a tax of %s, by %s', (amount, taxes) => {
  const allowances = [{ code: '04', amount: '50' }];
  const { totals } = price(aFactura({ advances: paid(amount), allowances }));
  expect(totalsJson(totals).taxes).toBe(taxes);
});

test('the tax of an advance is what it exceeds all deductions by, of every kind', () => {
  const split = (...amounts: [code: string, amount: string][]) =>
    amounts.map(([code, amount]) => ({ code, amount }));
  const lines = ['10', '20', '30'].map((affectation) => aLine({ affectation }));
  const mixed = { lines, allowances: split(['04', '50'], ['05', '41'], ['06', '10']) };
  const withIsc = {
    lines: [aLine({ unitPrice: '141.60', isc: { system: '01', percent: '20' } })],
    allowances: split(['04', '50'], ['20', '10']),
  };
  const taxesOf = (sale: Partial<Sale>, amount: string) =>
    totalsJson(price(aFactura({ ...sale, advances: paid(amount) })).totals).taxes;
  expect(taxesOf(mixed, '110.03')).toBe('8.97');
  expect(taxesOf(withIsc, '70.83')).toBe('20.77');
});

test.each([
  ['20', '05'],
  ['30', '06'],
])('an advance on lines of affectation %s is deducted by %s', (affectation, code) => {
  const { allowances, totals } = deducted(
    aFactura({ lines: [aLine({ affectation })], advances: paid('18') }),
  );
  expect([allowances, totals.subtotals[0]?.base]).toEqual([[`${code} 18.00`], '100.00']);
});

test('an advance on an export does not reduce its base', () => {
  const { allowances, totals } = deducted(
    aFactura({ operation: '0200', lines: [aLine({ affectation: '40' })], advances: paid('18') }),
  );
  expect([allowances, totals.subtotals[0]?.base, totals.payable]).toEqual([
    ['06 18.00'],
    '118.00',
    '100.00',
  ]);
});

test('an advance on a mixed sale is deducted from the taxed lines first', () => {
  const lines = ['10', '20', '30'].map((affectation) => aLine({ affectation }));
  const { allowances, totals } = deducted(aFactura({ lines, advances: paid('300') }));
  expect([allowances, totals.payable]).toEqual([['04 100.00', '05 118.00', '06 64.00'], '54.00']);
  const less = deducted(aFactura({ lines, advances: paid('150') }));
  expect([less.allowances, less.totals.payable]).toEqual([['04 100.00', '05 32.00'], '204.00']);
});

test('a discounted sale that was paid in advance has a payable amount of zero', () => {
  const { totals } = deducted(
    aFactura({ allowances: [{ code: '02', amount: '10' }], advances: paid('106.20') }),
  );
  expect(totals).toMatchObject({
    subtotals: [{ base: '0.00', amount: '0.00' }],
    payable: '0.00',
    taxes: '0.00',
  });
});

test('a sale with ISC paid for in advance deducts the ISC too', () => {
  const lines = [aLine({ unitPrice: '141.60', isc: { system: '01', percent: '20' } })];
  const { allowances, totals } = deducted(aFactura({ lines, advances: paid('141.60') }));
  expect([allowances, totals.taxes, totals.payable]).toEqual([
    ['04 100.00', '20 20.00'],
    '0.00',
    '0.00',
  ]);
});

test('an advance of the whole payable amount deducts the taxed base but no charge', () => {
  const { allowances, totals } = deducted(
    aFactura({ allowances: [{ code: '50', amount: '5' }], advances: paid('123') }),
  );
  expect([allowances, totals.payable]).toEqual([['50 5.00', '04 100.00'], '0.00']);
});

test('an advance deducts no more tax than the discounts leave', () => {
  const sale = aFactura({
    pricesIncludeTax: false,
    lines: [aLine({ unitPrice: '0.08' })],
    advances: paid('0.04'),
  });
  const off = { code: '02', amount: '0.03' };
  const computed = deducted({ ...sale, allowances: [off] });
  expect(computed.totals.subtotals).toEqual([{ tax: '1000', base: '0.01', amount: '0.00' }]);
  const given = deducted({ ...sale, allowances: [off, { code: '04', amount: '0.03' }] });
  expect(given.totals.subtotals).toEqual([{ tax: '1000', base: '0.02', amount: '0.00' }]);
});

test('an advance on what discounts leave of the ISC alone is refused', () => {
  const lines = [aLine({ unitPrice: '141.60', isc: { system: '01', percent: '20' } })];
  const allowances = [{ code: '02', amount: '100' }];
  expect(faultsOf(aFactura({ lines, allowances, advances: paid('5') }))).toEqual(['advances 3287']);
});
