/** Tests the rules about totals, many small lines and legends about operations. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Line, Sale } from '../sale.js';

/**
 * Each line must show at least one céntimo of tax (rule 3111). The sum of these céntimos exceeds
 * the tax by rate, and no rounding can correct it.
 */
const tinyLines = Array.from({ length: 500 }, () =>
  aLine({ unitPrice: '0.10', affectation: '17' }),
);

test('lines too small for taxes to add up: refused in a factura, observed in a boleta', () => {
  expect(faultsOf(aFactura({ lines: tinyLines }))).toEqual(['lines 3295']);
  expect(faultsOf(aSale({ lines: tinyLines }))).toEqual([]);
  expect(warningsOf(aSale({ lines: tinyLines }))).toEqual(['lines 4302']);
});

const IVAP = { unitPrice: '0.11', affectation: '17' };
const REDUCED = { unitPrice: '0.08', igvPercent: '10.5' };

test.each<[number, string, Partial<Line>, string[]]>([
  [166, 'IVAP, beyond its rate by 0.996', IVAP, []],
  [167, 'IVAP, beyond its rate by 1.002', IVAP, ['lines 3295']],
  [377, 'reduced IGV, beyond its rate by 0.99905', REDUCED, []],
  [378, 'reduced IGV, beyond its rate by 1.0017', REDUCED, ['lines 3291']],
])(
  'the tax of %i lines is compared with the exact tax of their sum: %s',
  (count, _tax, own, found) => {
    const lines = Array.from({ length: count }, () => aLine(own));
    expect(faultsOf(aFactura({ lines }))).toEqual(found);
  },
);

test('five hundred ordinary lines are valid', () => {
  const lines = Array.from({ length: 500 }, (_, i) =>
    aLine({ unitPrice: (0.07 + i / 100).toFixed(2) }),
  );
  expect(faultsOf(aFactura({ lines }))).toEqual([]);
});

const large = (own: Partial<Line> = {}) =>
  aLine({ quantity: '6', unitPrice: '100000000000', ...own });

test.each<[string, Partial<Sale>]>([
  ['the sum of the lines', { lines: [large(), large()] }],
  ['the sum of gifts', { lines: [large({ affectation: '21' }), large({ affectation: '21' })] }],
  [
    'the payable amount',
    { lines: [large()], allowances: [{ code: '50', amount: '600000000000' }] },
  ],
  [
    'the base of a discount',
    {
      lines: [large(), large()].map((line) => ({
        ...line,
        allowances: [{ code: '48', amount: '300000000000' }],
      })),
      allowances: [{ code: '02', factor: '0.9' }],
    },
  ],
])('%s has twelve digits at most', (_name, own) => {
  expect(faultsOf(aFactura(own))).toEqual([' 2062']);
});

test.each([
  ['2001', '3283', '4022'],
  ['2002', '3284', '4023'],
  ['2003', '3285', '4024'],
  ['2008', '3289', '4244'],
])('the legend %s requires an exonerated sale', (code, factura, boleta) => {
  const legends = [{ code, text: 'BIENES TRANSFERIDOS EN LA AMAZONÍA' }];
  expect(faultsOf(aFactura({ legends }))).toEqual([`legends.0.code ${factura}`]);
  expect(warningsOf(aSale({ legends }))).toEqual([`legends.0.code ${boleta}`]);
  expect(faultsOf(aFactura({ legends, lines: [aLine({ affectation: '20' })] }))).toEqual([]);
});

test('the legend of gifts requires one', () => {
  const legends = [{ code: '1002', text: 'TRANSFERENCIA GRATUITA' }];
  expect(faultsOf(aSale({ legends }))).toEqual(['legends.0.code 2416']);
  expect(faultsOf(aSale({ legends, lines: [aLine({ affectation: '15' })] }))).toEqual([]);
});
