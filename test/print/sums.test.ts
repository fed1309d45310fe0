/**
 * Every paper adds up: quantity by price is the amount of a line, lines and their discounts are
 * what the totals begin with, and the totals lead to the payable amount.
 */
import { expect, test } from '@jest/globals';
import type { Sale } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { aBoleta, aLine } from '../golden/aSale.js';
import { CASES } from '../golden/cases.js';
import { aDocument, lines } from './paper.js';
import { rowsOf } from './rows.js';
import { brokenSums } from './sums.js';

const BODEGA = aBoleta({
  lines: [
    aLine({ quantity: '6', unitPrice: '32.50', allowances: [{ code: '00', amount: '4.24' }] }),
    aLine({
      quantity: '3',
      unitPrice: '7.2',
      allowances: [
        { code: '00', amount: '0.5' },
        { code: '47', factor: '0.1' },
        { code: '01', amount: '1' },
      ],
    }),
    aLine({ quantity: '1.235', unitPrice: '4.9', unit: 'KGM' }),
    aLine({ quantity: '12', unitPrice: '0.1275' }),
    aLine({ quantity: '2', unitPrice: '0.1', icbper: {} }),
    aLine({ affectation: '15', unitPrice: '5', icbper: {} }),
    aLine({ affectation: '20' }),
  ],
  allowances: [
    { code: '02', factor: '0.05' },
    { code: '03', amount: '1' },
    { code: '49', amount: '2' },
    { code: '46', factor: '0.1' },
  ],
});

const ALL: Readonly<Record<string, Sale>> = {
  ...CASES,
  'una bodega con todo': BODEGA,
  'nueve anticipos': {
    ...CASES.anticipo,
    advances: Array.from({ length: 9 }, (_, i) => ({
      documentType: '02',
      document: `F001-${i + 1}`,
      amount: '59',
    })),
  } as Sale,
  'doce cifras': {
    ...CASES.factura,
    lines: [aLine({ quantity: '1', unitPrice: '99999999999.99' })],
  } as Sale,
  'cien líneas': { ...CASES.factura, lines: lines(100) } as Sale,
};

test.each(Object.entries(ALL))('%s adds up', async (_, sale) => {
  for (const pricesIncludeTax of [true, false])
    for (const format of ['a4', 'ticket-80', 'ticket-58'] as const) {
      const rows = await rowsOf(await drawPdf(aDocument({ ...sale, pricesIncludeTax }), format));
      expect({ format, pricesIncludeTax, broken: brokenSums(rows) }).toEqual({
        format,
        pricesIncludeTax,
        broken: [],
      });
    }
});

test('a paper that does not add up is found', () => {
  const rows = [
    ['Descripción', 'Importe'],
    ['2 und × 59.00', '118.00'],
    ['Descuento', '-18.00'],
    ['IMPORTE TOTAL', 'S/ 100.00'],
  ];
  const changed = (at: number, row: string[]) => rows.map((each, i) => (i === at ? row : each));
  expect(brokenSums(rows)).toEqual([]);
  expect(brokenSums(changed(1, ['2 und × 58.00', '118.00']))).toHaveLength(1);
  expect(brokenSums(changed(2, ['Descuento', '-8.00']))).toHaveLength(1);
  expect(brokenSums(changed(3, ['IMPORTE TOTAL', 'S/ 90.00']))).toHaveLength(1);
});
