/** The totals of a sale: subtotals by tax, discounts, charges, advances and the payable amount. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, DETRACTION } from '../testing/aSale.js';
import { brokenRules } from '../testing/workbook.js';
import type { Allowance, Line, Sale } from './sale.js';
import { price } from './totals.js';
import { totalsJson } from './totalsJson.js';

/** The base and amount of each tax, then all other totals that are not zero. */
function figures(sale: Sale): Record<string, string> {
  const priced = price(sale);
  expect(brokenRules(priced, 0.02)).toEqual([]);
  const { subtotals, ...rest } = totalsJson(priced.totals);
  const taxes = subtotals.map(({ tax, base, amount }) => [tax, `${base} ${amount}`]);
  const { discounts, ...others } = rest;
  return Object.fromEntries([
    ...taxes,
    ...Object.entries(others).filter(([, amount]) => amount !== '0.00'),
  ]);
}

const gravada = {
  '1000': '100.00 18.00',
  taxes: '18.00',
  value: '100.00',
  withTaxes: '118.00',
  payable: '118.00',
};

test('one taxed line has the same totals with tax in its price and without', () => {
  expect(figures(aSale())).toEqual(gravada);
  expect(figures(aSale({ pricesIncludeTax: false, lines: [aLine({ unitPrice: '100' })] }))).toEqual(
    gravada,
  );
});

test('lines of all affectations have their own subtotals, and gifts are not charged', () => {
  const lines = ['10', '20', '30', '11', '21', '31'].map((affectation) => aLine({ affectation }));
  expect(figures(aSale({ lines }))).toEqual({
    '1000': '100.00 18.00',
    '9996': '336.00 18.00',
    '9997': '118.00 0.00',
    '9998': '118.00 0.00',
    taxes: '18.00',
    value: '336.00',
    withTaxes: '354.00',
    payable: '354.00',
  });
});

test('a sale of gifts only has a payable amount of zero', () => {
  expect(figures(aSale({ lines: [aLine({ affectation: '15' })] }))).toEqual({
    '9996': '100.00 18.00',
  });
});

test('rice, exports and bags have the subtotal of their own tax', () => {
  const rice = figures(aSale({ lines: [aLine({ affectation: '17', unitPrice: '104' })] }));
  expect(rice).toEqual({
    '1016': '100.00 4.00',
    taxes: '4.00',
    value: '100.00',
    withTaxes: '104.00',
    payable: '104.00',
  });
  const abroad = figures(aFactura({ operation: '0200', lines: [aLine({ affectation: '40' })] }));
  expect(abroad).toEqual({
    '9995': '118.00 0.00',
    value: '118.00',
    withTaxes: '118.00',
    payable: '118.00',
  });
  const bags = figures(
    aSale({
      lines: [aLine(), aLine({ affectation: '15', unitPrice: '0.10', quantity: '2', icbper: {} })],
    }),
  );
  expect(bags).toMatchObject({
    '7152': '0.00 1.00',
    taxes: '19.00',
    value: '100.00',
    withTaxes: '119.00',
    payable: '119.00',
  });
});

test('the base of the IGV subtotal excludes the ISC, its tax includes it', () => {
  const lines = [aLine({ unitPrice: '141.60', isc: { system: '01', percent: '20' } })];
  expect(figures(aSale({ lines }))).toEqual({
    '1000': '100.00 21.60',
    '2000': '100.00 20.00',
    taxes: '41.60',
    value: '100.00',
    withTaxes: '141.60',
    payable: '141.60',
  });
});

test('the ISC of a gift is in no total', () => {
  const lines = [aLine(), aLine({ affectation: '15', isc: { system: '01', percent: '20' } })];
  expect(figures(aSale({ lines }))).toMatchObject({ taxes: '18.00', payable: '118.00' });
});

const all: [string, Allowance, Record<string, string>][] = [
  [
    '02 reduces base, tax and value',
    { code: '02', amount: '10' },
    { '1000': '90.00 16.20', value: '90.00', withTaxes: '106.20', payable: '106.20' },
  ],
  [
    '02 with a factor only is a share of the price',
    { code: '02', factor: '0.1' },
    { '1000': '90.00 16.20', value: '90.00', withTaxes: '106.20', payable: '106.20' },
  ],
  [
    '03 reduces the payable amount',
    { code: '03', amount: '11.80' },
    { '1000': '100.00 18.00', withTaxes: '118.00', allowances: '11.80', payable: '106.20' },
  ],
  [
    '03 with a factor only is a share of the price',
    { code: '03', factor: '0.1' },
    { withTaxes: '118.00', allowances: '11.80', payable: '106.20' },
  ],
  [
    '45 increases the payable amount',
    { code: '45', amount: '1', base: '10' },
    { charges: '1.00', payable: '119.00' },
  ],
  [
    '46 increases the payable amount',
    { code: '46', factor: '0.1' },
    { charges: '11.80', payable: '129.80' },
  ],
  [
    '49 increases base, tax and value',
    { code: '49', amount: '10' },
    { '1000': '110.00 19.80', value: '110.00', withTaxes: '129.80', payable: '129.80' },
  ],
  [
    '50 increases the payable amount',
    { code: '50', amount: '5' },
    { charges: '5.00', payable: '123.00' },
  ],
  [
    '62 changes no total',
    { code: '62', factor: '0.03', base: '118' },
    { '1000': '100.00 18.00', payable: '118.00' },
  ],
  [
    '63 reduces the payable amount',
    { code: '63', amount: '5', base: '100' },
    { allowances: '5.00', payable: '113.00' },
  ],
];

test.each(all)('an allowance of code %s', (_name, allowance, expected) => {
  expect(figures(aFactura({ allowances: [allowance] }))).toMatchObject(expected);
});

test('a global discount of fifty percent halves the payable amount', () => {
  const lines: Line[] = ['9.90', '3.33', '12.45'].map((unitPrice) => aLine({ unitPrice }));
  expect(figures(aSale({ lines, allowances: [{ code: '02', factor: '0.5' }] })).payable).toBe(
    '12.84',
  );
});

test.each([
  ['0.03', '0.03'],
  ['0.10', '0.08'],
])('a price of %s less its whole value of %s leaves no tax', (unitPrice, amount) => {
  const sale = aSale({ lines: [aLine({ unitPrice })], allowances: [{ code: '02', amount }] });
  expect(figures(sale)['1000']).toBe('0.00 0.00');
});

test('discounts of every kind are added up', () => {
  const lines = [
    aLine({
      allowances: [
        { code: '00', amount: '10' },
        { code: '01', amount: '2' },
      ],
    }),
  ];
  const { totals } = price(
    aSale({
      lines,
      allowances: [
        { code: '02', amount: '3' },
        { code: '03', amount: '4' },
      ],
    }),
  );
  expect(totals.discounts).toBe(1900n);
});

test('a plain sale with a detracción or a percepción is an operation of that kind', () => {
  expect(price(aFactura({ detraction: DETRACTION })).sale.operation).toBe('1001');
  const perception = { code: '51', factor: '0.02', base: '118', amount: '2.36' };
  const perceived = price(aFactura({ perception }));
  expect(perceived.sale.operation).toBe('2001');
  expect(perceived.perception).toMatchObject({
    factor: 200_000_000n,
    base: 11_800n,
    amount: 236n,
    total: 12_036n,
  });
  expect(perceived.totals.payable).toBe(11_800n);
});

test('a percepción of a sale in dollars keeps the given total in soles', () => {
  const perception = { code: '51', factor: '0.02', base: '440', amount: '8.80', total: '448.80' };
  expect(price(aFactura({ currency: 'USD', perception })).perception?.total).toBe(44_880n);
});

test('the pending amount is the sum of the instalments', () => {
  const instalments = [
    { amount: '59', dueDate: '2026-12-21' },
    { amount: '59', dueDate: '2027-01-21' },
  ];
  expect(price(aFactura({ payment: 'credit', instalments })).pending).toBe(11_800n);
  expect(price(aFactura()).pending).toBeUndefined();
});
