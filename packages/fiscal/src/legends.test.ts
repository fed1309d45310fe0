/** A document has the legends that its totals require. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../testing/aSale.js';
import { price } from './totals.js';

const codes = (sale: Parameters<typeof price>[0]) => price(sale).legends.map(({ code }) => code);

test.each([
  ['a sale', aSale(), ['1000']],
  ['a gift', aSale({ lines: [aLine({ affectation: '15' })] }), ['1000', '1002']],
  [
    'a gift without a reference value',
    aSale({ lines: [aLine({ affectation: '15', unitPrice: '0' })] }),
    ['1000'],
  ],
  ['rice', aSale({ lines: [aLine({ affectation: '17' })] }), ['1000', '2007']],
  [
    'a percepción',
    aFactura({ perception: { code: '51', factor: '0.02', base: '118', amount: '2.36' } }),
    ['1000', '2000'],
  ],
  ['a detracción', aFactura({ operation: '1001' }), ['1000', '2006']],
])('%s has the required legends', (_name, sale, expected) => {
  expect(codes(sale)).toEqual(expected);
});

test('a legend of the caller replaces the computed one, and its other legends stay', () => {
  const legends = [
    { code: '2001', text: 'BIENES TRANSFERIDOS EN LA AMAZONÍA' },
    { code: '1000', text: 'CIENTO DIECIOCHO SOLES' },
  ];
  expect(price(aSale({ legends })).legends).toEqual([legends[1], legends[0]]);
});
