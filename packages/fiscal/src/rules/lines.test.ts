/** Lines have valid codes, rates, amounts and unit values. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, CONTEXT } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
import { AFFECTATION } from '../catalogues/affectations.js';
import { check } from '../check.js';
import type { Line } from '../sale.js';
import { price } from '../totals.js';

const faults = (line: Partial<Line>) => faultsOf(aSale({ lines: [aLine(line)] }));

test.each(Object.keys(AFFECTATION))(
  'a sale of one line with affectation %s is valid',
  (affectation) => {
    expect(faults({ affectation })).toEqual([]);
    expect(faultsOf(aFactura({ lines: [aLine({ affectation })] }))).toEqual([]);
  },
);

test('unknown affectations and units are refused', () => {
  expect(faults({ affectation: '99' })).toEqual(['lines.0.affectation 2040']);
  expect(faults({ unit: 'UND' })).toEqual(['lines.0.unit 2936']);
});

test('exonerated sales are refused unless the business may issue them', () => {
  const context = { ...CONTEXT, issuer: { ...CONTEXT.issuer, exonerationAllowed: false } };
  const lines = ['20', '21', '30', '10'].map((affectation) => aLine({ affectation }));
  expect(faultsOf(aSale({ lines }), context)).toEqual([
    'lines.0.affectation -',
    'lines.1.affectation -',
  ]);
});

test.each([
  ['10', '18', []],
  ['10', '10.5', []],
  ['10', '10', ['lines.0.igvPercent 4290']],
  ['10', '0', ['lines.0.igvPercent 4290']],
  ['15', '16', ['lines.0.igvPercent 4290']],
  ['17', '4', []],
  ['17', '18', ['lines.0.igvPercent 4302']],
  ['20', '18', []],
  ['30', '0', []],
])('affectation %s with a rate of %s', (affectation, igvPercent, expected) => {
  expect(faults({ affectation, igvPercent })).toEqual(expected);
});

test('rice and other lines in one sale are refused', () => {
  expect(faultsOf(aSale({ lines: [aLine({ affectation: '17' }), aLine()] }))).toEqual([
    'lines.1.affectation 2644',
  ]);
});

test.each<[string, Partial<Line>, string]>([
  ['a price of zero', { unitPrice: '0' }, 'lines.0.unitPrice 3105'],
  ['a price that rounds to zero', { unitPrice: '0.004' }, 'lines.0.unitPrice 3105'],
  [
    'a gift without a reference value',
    { affectation: '15', unitPrice: '0' },
    'lines.0.unitPrice 3105',
  ],
  [
    'a discount of the whole price',
    { allowances: [{ code: '00', factor: '1' }] },
    'lines.0.allowances 3105',
  ],
  ['an ISC of the whole value', { isc: { system: '02', amount: '100' } }, 'lines.0.isc 3105'],
])('a line without a base is refused: %s', (_name, line, expected) => {
  expect(faults(line)).toContain(expected);
});

test.each(['0101', '2103'])('a line of nothing is refused in operation %s', (operation) => {
  const lines = [aLine(), aLine({ affectation: '30', unitPrice: '0' })];
  expect(faultsOf(aSale({ operation, lines }))).toEqual(['lines.1.unitPrice 3105']);
});

test('a gift whose ISC exceeds its price is refused, though a charge hides it', () => {
  const charge = [{ code: '47', amount: '10' }];
  const isc = { system: '02', amount: '5' } as const;
  expect(faults({ affectation: '15', unitPrice: '1', isc, allowances: charge })).toEqual([
    'lines.0.isc -',
  ]);
});

test.each([
  ['10', 'usa una afectación gratuita'],
  ['17', 'deja el precio en 0 y envía su valor referencial en mto_valor_unitario'],
  ['40', 'deja el precio en 0 y envía su valor referencial en mto_valor_unitario'],
])('affectation %s says how a line is given away', (affectation, advice) => {
  const lines = [aLine({ affectation, unitPrice: '0' })];
  const { faults: found } = check(price(aSale({ lines })), CONTEXT);
  expect(found.map(({ text }) => text).join()).toContain(advice);
});

test('a discount may not exceed the price', () => {
  expect(faults({ allowances: [{ code: '01', amount: '118.01' }] })).toContain(
    'lines.0.allowances -',
  );
});

test.each<[string, Partial<Line>, string]>([
  ['the value', { quantity: '999999999999', unitPrice: '999999' }, 'lines.0 2370'],
  ['the reference value', { quantity: '2', unitPrice: '9e11', affectation: '15' }, 'lines.0 2370'],
  ['the price with tax', { quantity: '0.001', unitPrice: '9e11' }, 'lines.0.unitPrice 2367'],
  [
    'the base of an ISC',
    { unitPrice: '9e10', isc: { system: '03', percent: '1', amount: '10000000000' } },
    'lines.0.isc 3031',
  ],
  [
    'the base of a discount',
    { quantity: '2', unitPrice: '6e11', allowances: [{ code: '00', factor: '0.9' }] },
    'lines.0.allowances 3053',
  ],
])('%s of a line has twelve digits at most', (_name, { unitPrice, ...line }, expected) => {
  const lines = [aLine({ ...line, unitPrice: String(Number(unitPrice)) })];
  expect(faultsOf(aFactura({ lines, pricesIncludeTax: false }))).toEqual([expected]);
});

test.each([
  [{ unitPrice: '118', unitValue: '100' }, true],
  [{ unitPrice: '118', unitValue: '100.01' }, true],
  [{ unitPrice: '118', unitValue: '99.98' }, false],
  [{ unitPrice: '118', unitValue: '0' }, false],
  [{ unitPrice: '118', unitValue: '118' }, false],
  [{ unitPrice: '118', unitValue: '118', affectation: '20' }, true],
  [{ unitPrice: '0', unitValue: '50', affectation: '15' }, true],
  [{ unitPrice: '118', unitValue: '0', affectation: '15' }, true],
  [{ unitPrice: '118', unitValue: '100', affectation: '15' }, true],
  [{ unitPrice: '118', unitValue: '118', affectation: '15' }, true],
  [{ unitPrice: '118', unitValue: '70', affectation: '15' }, false],
])('a unit value must agree with the unit price: %j', (line, agrees) => {
  expect(faults(line)).toEqual(agrees ? [] : ['lines.0.unitValue -']);
});

test('the unit value of a gift with ISC is its price without both taxes', () => {
  const isc = { system: '01', percent: '20' };
  const gift = { affectation: '15', unitPrice: '141.60', isc };
  expect(faults({ ...gift, unitValue: '100' })).toEqual([]);
  expect(faults({ ...gift, unitValue: '120' })).toEqual(['lines.0.unitValue -']);
});

test('without tax in prices the unit value is the price', () => {
  const lines = [
    aLine({ unitPrice: '100', unitValue: '100' }),
    aLine({ unitPrice: '100', unitValue: '84.75' }),
  ];
  expect(faultsOf(aSale({ pricesIncludeTax: false, lines }))).toEqual(['lines.1.unitValue -']);
});

test('a quantity for which ten decimals of a unit value do not suffice is refused', () => {
  const lines = [aLine({ quantity: '123456789012', unitPrice: '0.01' })];
  expect(faultsOf(aFactura({ lines }))).toEqual(['lines.0.quantity 3271']);
  expect(warningsOf(aSale({ lines }))).toEqual(['lines.0.quantity 4288']);
  const missed = [aLine({ quantity: '34708000006', unitPrice: '0.01' })]; // by 1.0012
  expect(faultsOf(aFactura({ lines: missed }))).toEqual(['lines.0.quantity 3271']);
  const fewer = [aLine({ quantity: '9999999999', unitPrice: '0.01' })];
  expect(faultsOf(aFactura({ lines: fewer }))).toEqual([]);
});

test('a wrong product code is observed; one that requires missing fields is refused', () => {
  const warnings = (line: Partial<Line>) => warningsOf(aSale({ lines: [aLine(line)] }));
  expect(warnings({ code: 'A\nB' })).toEqual(['lines.0.code 4269']);
  expect(warnings({ sunatCode: '01234567' })).toEqual(['lines.0.sunatCode 3496']);
  expect(warnings({ code: 'A B', sunatCode: '50161509' })).toEqual([]);
  expect(warnings({ sunatCode: '99101501' })).toEqual(['lines.0.sunatCode 3496']);
  for (const sunatCode of ['99999999', '00000000', '50160000'])
    expect(warnings({ sunatCode })).toEqual([]);
  expect(faultsOf(aFactura({ lines: [aLine({ sunatCode: '84121901' })] }))).toEqual([
    'lines.0.sunatCode 3150',
  ]);
});
