/** Discounts and charges have valid codes and amounts and do not exceed what they reduce. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale } from '../../testing/aSale.js';
import { faultsOf, warningsOf } from '../../testing/findings.js';
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

test('a discount without amount and factor is refused', () => {
  expect(ofLine({ code: '00' })).toEqual(['lines.0.allowances.0.amount -']);
  expect(ofDocument({ code: '03', base: '118' })).toEqual(['allowances.0.amount -']);
});

test('an amount equals its base times its factor, within SUNAT’s tolerance', () => {
  const wrong = { base: '100', factor: '0.1', amount: '11.01' };
  expect(ofLine({ code: '00', ...wrong, amount: '11' })).toEqual([]);
  expect(ofLine({ code: '00', ...wrong })).toEqual(['lines.0.allowances.0.amount 3290']);
  expect(ofDocument({ code: '02', ...wrong })).toEqual(['allowances.0.amount 3307']);
  const boleta = aSale({
    lines: [aLine({ allowances: [{ code: '00', ...wrong }] })],
    allowances: [{ code: '02', ...wrong }],
  });
  expect([faultsOf(boleta), warningsOf(boleta)]).toEqual([
    [],
    ['lines.0.allowances.0.amount 4289', 'allowances.0.amount 4322'],
  ]);
});

test('a discount on a free line is refused', () => {
  const allowances = [{ code: '01', amount: '1' }];
  expect(faultsOf(aSale({ lines: [aLine({ affectation: '15', allowances })] }))).toEqual([
    'lines.0.allowances.0.code -',
  ]);
});

test('a global discount on the base may not exceed the taxed base', () => {
  const exonerated = { lines: [aLine({ affectation: '20' })] };
  expect(ofDocument({ code: '02', amount: '1' }, exonerated)).toEqual(['allowances.0.code 3279']);
  expect(ofDocument({ code: '49', amount: '1' }, exonerated)).toEqual(['allowances.0.code 3279']);
  expect(ofDocument({ code: '03', amount: '1' }, exonerated)).toEqual([]);
  expect(ofDocument({ code: '02', amount: '100' })).toEqual([]);
  expect(ofDocument({ code: '02', amount: '100.01' })).toContain('allowances.0.amount -');
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
