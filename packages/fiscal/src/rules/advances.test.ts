/** Advances refer to valid documents and do not exceed the sale. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';
import type { Advance, Allowance } from '../sale.js';

const advance = (own: Partial<Advance> = {}): Advance => ({
  documentType: '02',
  document: 'F001-7',
  amount: '59',
  ...own,
});
const faults = (advances: Advance[], allowances: Allowance[] = []) =>
  faultsOf(aFactura({ advances, allowances }));

test.each([
  ['02', 'F001-7', []],
  ['02', 'E001-12345678', []],
  ['02', '0001-7', []],
  ['02', 'B001-7', ['advances.0.document 2521']],
  ['03', 'B001-7', []],
  ['03', 'EB01-7', []],
  ['03', 'F001-7', ['advances.0.document 2521']],
  ['02', 'F001-123456789', ['advances.0.document 2521']],
  ['02', 'F001-0', ['advances.0.document 2521']],
  ['10', 'L001-7', ['advances.0.documentType 2505']],
  ['constructor', 'F001-7', ['advances.0.documentType 2505']],
])('an advance of kind %s, %s', (documentType, document, expected) => {
  expect(faults([advance({ documentType, document })])).toEqual(expected);
});

test('an advance has an amount, and may appear once', () => {
  expect(faults([advance({ amount: '0' })])).toEqual(['advances.0.amount 2503']);
  expect(faults([advance(), advance()])).toEqual(['advances.1.document 2365']);
  const padded = advance({ document: 'F001-00000007' });
  expect(faults([advance(), padded])).toEqual(['advances.1.document 2365']);
});

test('advances cannot exceed the sale', () => {
  expect(faults([advance({ amount: '118' })])).toEqual([]);
  expect(faults([advance({ amount: '118.01' })])).toEqual(['advances -']);
});

test('a deduction that the caller sent must match the advances', () => {
  expect(faults([], [{ code: '04', amount: '50' }])).toEqual(['allowances.0.code 3282']);
  expect(faults([advance()], [{ code: '04', amount: '50' }])).toEqual([]);
  expect(faults([advance()], [{ code: '04', amount: '59' }])).toEqual([
    'allowances.0.amount -',
    'advances.0.amount -',
  ]);
  expect(faults([advance()], [{ code: '20', amount: '50' }])).toContain('allowances.0.amount 3287');
});

test.each([
  ['more of the taxed base than there is', '500', '590', '04'],
  ['an exonerated base that the sale does not have', '50', '50', '05'],
])('a split that deducts %s is refused', (_name, deducted, amount, code) => {
  const lines = [aLine(), aLine({ affectation: '20', unitPrice: '1000' })];
  const allowances = [{ code, amount: deducted, base: deducted }];
  const sale = { lines: code === '04' ? lines : [aLine()], advances: [advance({ amount })] };
  expect(faultsOf(aFactura({ ...sale, allowances }))).toContain('advances.0.amount 2999');
  expect(faultsOf(aFactura(sale))).toEqual([]);
});

test.each([
  ['04', '50', '10', '20'],
  ['04', '50', '10', '40'],
  ['06', '59', '30', '10'],
  ['06', '59', '40', '20'],
])('code %s deducts an advance of %s from affectation %s, and not from %s', (...given) => {
  const [code, amount, right, wrong] = given;
  const faultsWith = (...affectations: string[]) =>
    faultsOf(
      aFactura({
        lines: affectations.map((affectation) => aLine({ affectation })),
        advances: [advance()],
        allowances: [{ code, amount }],
      }),
    );
  expect(faultsWith(wrong)).toContain('allowances.0.code -');
  expect(faultsWith(right)).toEqual([]);
  if (right !== '40' && wrong !== '40') expect(faultsWith(wrong, right)).toEqual([]);
});
