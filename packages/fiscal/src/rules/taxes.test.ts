/** ISC and the tax on bags are valid for their line. */
import { expect, test } from '@jest/globals';
import { aLine, aSale } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import type { Isc, Line, Sale } from '../sale.js';

const faults = (line: Partial<Line>, sale: Partial<Sale> = {}) =>
  faultsOf(aSale({ ...sale, lines: [aLine(line)] }));

test.each<[string, Isc, string[]]>([
  ['ad valorem', { system: '01', percent: '20' }, []],
  ['ad valorem with its amount', { system: '01', percent: '20', amount: '16.67' }, []],
  ['ad valorem with an amount of zero', { system: '01', percent: '20', amount: '0' }, []],
  [
    'ad valorem with another amount',
    { system: '01', percent: '20', amount: '20' },
    ['lines.0.isc.amount 3108'],
  ],
  ['ad valorem by its amount only', { system: '01', amount: '16.67' }, []],
  ['ad valorem without percent and amount', { system: '01' }, ['lines.0.isc.percent 3104']],
  ['fixed', { system: '02', amount: '10' }, []],
  ['fixed without amount', { system: '02', percent: '10' }, ['lines.0.isc.amount 3108']],
  ['public price', { system: '03', percent: '17', amount: '10' }, []],
  ['public price without amount', { system: '03', percent: '17' }, ['lines.0.isc.amount 3108']],
  ['a percent with more than five decimals', { system: '01', percent: '12.3456789' }, []],
  ['a percent of four digits', { system: '01', percent: '1000' }, ['lines.0.isc.percent 3102']],
  ['fixed that is most of the price', { system: '02', amount: '99' }, ['lines.0.isc.amount 3102']],
  ['zero', { system: '02', amount: '0' }, ['lines.0.isc 3104']],
  ['unknown', { system: '09', amount: '10' }, ['lines.0.isc.system 2041']],
])('an ISC is checked: %s', (_name, isc, expected) => {
  expect(faults({ isc })).toEqual(expected);
});

test.each(['01', '02', '03'])('an ISC of system %s above the price is one fault', (system) => {
  const isc = { system, amount: '50' };
  expect(faults({ unitPrice: '10', unitValue: '8.47', isc })).toEqual(['lines.0.isc 3105']);
});

test('an ISC that rounds to zero is valid', () => {
  expect(faults({ unitPrice: '0.30', isc: { system: '01', percent: '1' } })).toEqual([]);
});

test('ISC on rice is refused', () => {
  expect(faults({ affectation: '17', isc: { system: '01', percent: '10' } })).toEqual([
    'lines.0.isc 2650',
  ]);
});

test.each<[string, Partial<Line>, Partial<Sale>, string[]]>([
  ['whole bags', { quantity: '2.0', icbper: {} }, {}, []],
  ['half a bag', { quantity: '0.5', icbper: {} }, {}, ['lines.0.quantity 3236']],
  [
    'too many bags',
    { quantity: '100000', unitPrice: '0.1', icbper: {} },
    {},
    ['lines.0.quantity 2892'],
  ],
  ['bags with a tax of zero', { icbper: { perBag: '0' } }, {}, ['lines.0.icbper.perBag 3238']],
  ['bags of six decimals', { icbper: { perBag: '0.500001' } }, {}, ['lines.0.icbper.perBag 2892']],
  ['bags in dollars', { icbper: { perBag: '0.14' } }, { currency: 'USD' }, []],
  [
    'bags in dollars without their tax',
    { icbper: {} },
    { currency: 'USD' },
    ['lines.0.icbper.perBag 3238'],
  ],
  [
    'bags with another amount',
    { quantity: '2', icbper: { amount: '0.60' } },
    {},
    ['lines.0.icbper.amount -', 'lines.0.quantity -'],
  ],
  ['an amount of a till that truncates', { quantity: '3', icbper: { amount: '1.49' } }, {}, []],
  ['bags of the NRUS', { icbper: {} }, { operation: '0113' }, ['lines.0.icbper 3240']],
])('the tax on bags is checked: %s', (_name, line, sale, expected) => {
  expect(faults(line, sale)).toEqual(expected);
});

test('a tax for each bag that does not give the amount is observed', () => {
  const dollars = (icbper: Line['icbper']) =>
    aSale({ currency: 'USD', lines: [aLine({ quantity: '3', icbper: icbper ?? {} })] });
  expect(warningsOf(dollars({ amount: '0.40' }))).toEqual(['lines.0.icbper.perBag 4318']);
  expect(warningsOf(dollars({ amount: '0.39' }))).toEqual([]);
});

test('a tax on bags other than that of the year is observed', () => {
  expect(warningsOf(aSale({ lines: [aLine({ icbper: { perBag: '0.30' } })] }))).toEqual([
    'lines.0.icbper.perBag 4237',
  ]);
  expect(warningsOf(aSale({ lines: [aLine({ icbper: { perBag: '0.50' } })] }))).toEqual([]);
});

test('an exported line has no ISC, and an ISC above the price is refused', () => {
  const isc = { system: '01', percent: '10' };
  const exported = aSale({ lines: [aLine({ affectation: '40', isc })] });
  expect(faultsOf(exported)).toContain('lines.0.isc 3223');
  const allowances = [{ code: '47', amount: '10' }];
  const fixed = aLine({ unitPrice: '4', isc: { system: '02', amount: '5' }, allowances });
  expect(faultsOf(aSale({ lines: [fixed] }))).toContain('lines.0.isc -');
});
