/** Totals are serialized as decimal texts. */
import { expect, test } from '@jest/globals';
import { aSale } from '../testing/aSale.js';
import { price } from './totals.js';
import { totalsJson } from './totalsJson.js';

test('all totals and subtotals survive JSON as decimal texts', () => {
  const json = totalsJson(price(aSale()).totals);
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  expect(json).toEqual({
    subtotals: [{ tax: '1000', base: '100.00', amount: '18.00' }],
    taxes: '18.00',
    value: '100.00',
    withTaxes: '118.00',
    allowances: '0.00',
    charges: '0.00',
    prepaid: '0.00',
    rounding: '0.00',
    payable: '118.00',
    discounts: '0.00',
  });
});
