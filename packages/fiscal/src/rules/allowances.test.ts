/** Discounts and charges have valid codes and amounts and do not exceed what they reduce. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';
import type { Allowance, Sale } from '../sale.js';

const ofLine = (allowance: Allowance) =>
  faultsOf(aFactura({ lines: [aLine({ allowances: [allowance] })] }));
const ofDocument = (allowance: Allowance, sale: Partial<Sale> = {}) =>
  faultsOf(aFactura({ ...sale, allowances: [allowance] }));

test.each(['00', '01', '47', '48'])('the code %s is admitted on a line', (code) => {
  expect(ofLine({ code, amount: '1' })).toEqual([]);
  expect(ofDocument({ code, amount: '1' })).toEqual(['allowances.0.code 4291']);
});

test.each(['02', '03', '46', '49', '50'])('the code %s is admitted on the document', (code) => {
  expect(ofDocument({ code, amount: '1' })).toEqual([]);
  expect(ofLine({ code, amount: '1' })).toEqual(['lines.0.allowances.0.code 4268']);
});

test('unknown codes and codes for other documents are refused', () => {
  expect(ofLine({ code: '98', amount: '1' })).toEqual(['lines.0.allowances.0.code 2954']);
  expect(ofDocument({ code: '98', amount: '1' })).toEqual(['allowances.0.code 3071']);
  expect(ofLine({ code: '07', amount: '1' })).toEqual(['lines.0.allowances.0.code 4268']);
  for (const code of ['51', '52', '53', '61'])
    expect(ofDocument({ code, amount: '1' })).toEqual(['allowances.0.code 4291']);
});

test('of an allowance that has no place there nothing else is reported', () => {
  const contradiction = { amount: '10', base: '50', factor: '0.1' };
  expect(ofDocument({ code: '00', ...contradiction })).toEqual(['allowances.0.code 4291']);
});

test('a discount without amount and factor is refused', () => {
  expect(ofLine({ code: '00' })).toEqual(['lines.0.allowances.0.amount -']);
  expect(ofDocument({ code: '03', base: '118' })).toEqual(['allowances.0.amount -']);
});

const WHOLE = { factor: '0.1', base: '100', amount: '10' };

test.each<[string, Omit<Allowance, 'code'>, string[]]>([
  ['all three', WHOLE, []],
  ['another amount', { ...WHOLE, amount: '10.5' }, ['amount', 'factor']],
  ['another factor', { ...WHOLE, factor: '0.2' }, ['amount', 'factor']],
  ['another base', { ...WHOLE, base: '90' }, ['base']],
  ['a part of the base', { factor: '0.1', base: '50', amount: '5' }, []],
  ['a base of its own, which the amount confirms', { factor: '0.1', base: '70', amount: '7' }, []],
  ['the base with IGV', { factor: '0.1', base: '118', amount: '11.8' }, ['base']],
  ['only the base with IGV', { base: '118', amount: '11.8' }, ['base']],
  ['factor and amount', { factor: '0.1', amount: '10' }, []],
  ['a factor with another amount', { factor: '0.1', amount: '50' }, ['amount', 'factor']],
  ['a factor with the amount with IGV', { factor: '0.1', amount: '11.8' }, ['amount']],
  ['factor and base', { factor: '0.1', base: '100' }, []],
  ['a factor with another base', { factor: '0.1', base: '90' }, ['base']],
  ['base and amount', { base: '100', amount: '10' }, []],
  ['an amount above its base', { base: '50', amount: '60' }, ['amount', 'base']],
  ['an amount', { amount: '37.13' }, []],
  ['a factor', { factor: '0.37' }, []],
  ['an amount rounded down', { factor: '0.12345', amount: '12.34' }, []],
  ['a rounded factor', { factor: '0.1235', base: '100', amount: '12.35' }, []],
  ['a factor of zero, which is absent', { factor: '0', amount: '10' }, []],
  ['a base of zero, which is absent', { base: '0', factor: '0.1', amount: '10' }, []],
])('a discount on the base with %s', (_name, parts, wrong) => {
  const fields = wrong.map((field) => `allowances.0.${field}`);
  expect(ofLine({ code: '00', ...parts })).toEqual(fields.map((field) => `lines.0.${field} 3290`));
  expect(ofDocument({ code: '02', ...parts })).toEqual(fields.map((field) => `${field} 3307`));
  const boleta = aSale({ allowances: [{ code: '02', ...parts }] });
  expect(faultsOf(boleta)).toEqual(fields.map((field) => `${field} -`));
});

test.each(['03', '46', '50'])(
  'the parts of the code %s agree with the price, or its value',
  (code) => {
    expect(ofDocument({ code, factor: '0.1', amount: '11.8' })).toEqual([]);
    expect(ofDocument({ code, factor: '0.1', amount: '10' })).toEqual([]);
    expect(ofDocument({ code, factor: '0.1', amount: '12' })).toHaveLength(2);
    expect(ofDocument({ code, factor: '0.1', base: '118' })).toEqual([]);
    expect(ofDocument({ code, factor: '0.1', base: '110' })).toEqual(['allowances.0.base 3307']);
  },
);

test('a discount may be a share of what the one before it left', () => {
  const allowances = [
    { code: '00', factor: '0.1', amount: '10' },
    { code: '00', factor: '0.1', amount: '9' },
    { code: '00', factor: '0.1', amount: '7' },
  ];
  expect(faultsOf(aFactura({ lines: [aLine({ allowances })] }))).toEqual([
    'lines.0.allowances.2.amount 3290',
    'lines.0.allowances.2.factor 3290',
  ]);
});

test('a share of unknown unit agrees with the amount as percent or as factor', () => {
  expect(ofDocument({ code: '02', share: '0.1', amount: '10' })).toEqual([]);
  expect(ofDocument({ code: '02', share: '1', amount: '1' })).toEqual([]);
  expect(ofDocument({ code: '02', share: '0.1', amount: '30' })).toHaveLength(2);
});

test('the second of two equal withholdings or charges is checked like the first', () => {
  const fise = { code: '45', amount: '5', base: '100' };
  expect(faultsOf(aFactura({ allowances: [fise, fise] }))).toEqual([]);
  expect(
    faultsOf(aFactura({ allowances: [fise, { code: '45', amount: '5', base: '0' }] })),
  ).toEqual(['allowances.1.amount 3092']);
});

test('a discount on a free line is refused', () => {
  const allowances = [{ code: '01', amount: '1' }];
  expect(faultsOf(aSale({ lines: [aLine({ affectation: '15', allowances })] }))).toEqual([
    'lines.0.allowances.0.code -',
  ]);
});

test('in a sale of gifts a discount may be of nothing', () => {
  const gifts = { lines: [aLine({ affectation: '15' })] };
  const tenth = { code: '03', factor: '0.1' };
  expect(ofDocument({ ...tenth, amount: '0' }, gifts)).toEqual([]);
  expect(ofDocument({ ...tenth, amount: '1' }, gifts)).toContain('allowances.0.amount 3307');
});

test('a global discount on the base may not exceed the taxed base', () => {
  const exonerated = { lines: [aLine({ affectation: '20' })] };
  expect(ofDocument({ code: '02', amount: '1' }, exonerated)).toEqual(['allowances.0.code 3279']);
  expect(ofDocument({ code: '49', amount: '1' }, exonerated)).toEqual(['allowances.0.code 3279']);
  expect(ofDocument({ code: '03', amount: '1' }, exonerated)).toEqual([]);
  expect(ofDocument({ code: '02', amount: '100' })).toEqual([]);
  expect(ofDocument({ code: '02', amount: '100.01' })).toContain('allowances.0.amount -');
  expect(ofDocument({ code: '02', amount: '1000' })).toEqual(['allowances.0.amount -']);
});

test('a discount may not exceed the amount that it reduces', () => {
  expect(ofDocument({ code: '03', amount: '118' })).toEqual([]);
  expect(ofDocument({ code: '03', amount: '118.01' })).toEqual(['allowances -']);
  expect(ofLine({ code: '01', amount: '118.01' })).toEqual(['lines.0.allowances -']);
});

test('withholdings and FISE have their own conditions', () => {
  expect(ofDocument({ code: '62', base: '118', factor: '0.03' })).toEqual([]);
  expect(ofDocument({ code: '62', amount: '3.54' })).toEqual([]);
  expect(ofDocument({ code: '62', amount: '119' })).toEqual(['allowances.0.amount 3263']);
  expect(ofDocument({ code: '62', amount: '0' })).toEqual(['allowances.0.amount 2968']);
  expect(ofDocument({ code: '62', base: '1000', factor: '0.03' })).toEqual([
    'allowances.0.base 3264',
  ]);
  expect(faultsOf(aSale({ allowances: [{ code: '62', amount: '3' }] }))).toEqual([
    'allowances.0.code 3262',
  ]);
  expect(ofDocument({ code: '63', base: '100', amount: '5' })).toEqual(['allowances.0.code 3317']);
  expect(ofDocument({ code: '63', base: '0', amount: '5' }, { operation: '2002' })).toEqual([
    'allowances.0.base 3318',
  ]);
  expect(ofDocument({ code: '45', base: '100', amount: '0' })).toEqual([
    'allowances.0.amount 3092',
  ]);
});
