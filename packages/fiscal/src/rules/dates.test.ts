/** Issue dates are within SUNAT's deadlines, and due dates are not before them. */
import { expect, test } from '@jest/globals';
import { aFactura, aSale, DETRACTION } from '../../testing/aSale.js';
import { faultsOf } from '../../testing/findings.js';

test.each([
  ['today', '2026-11-21', []],
  ['tomorrow', '2026-11-22', ['issueDate 2329']],
  ['the last day of a factura', '2026-11-18', []],
  ['a day more', '2026-11-17', ['issueDate 2108']],
])('a factura of %s', (_name, issueDate, faults) => {
  expect(faultsOf(aFactura({ issueDate }))).toEqual(faults);
});

test('a boleta has its own deadline and code', () => {
  expect(faultsOf(aSale({ issueDate: '2026-11-16' }))).toEqual([]);
  expect(faultsOf(aSale({ issueDate: '2026-11-15' }))).toEqual(['issueDate 1079']);
});

test('a due date before the issue date is refused', () => {
  expect(faultsOf(aSale({ dueDate: '2026-11-20' }))).toEqual(['dueDate -']);
  expect(faultsOf(aSale({ dueDate: '2026-11-21' }))).toEqual([]);
});

test('a mistyped year is the only fault of a sale with rates and codes of later years', () => {
  for (const issueDate of ['2006-11-21', '2024-11-21'])
    expect(faultsOf(aFactura({ issueDate, operation: '1001', detraction: DETRACTION }))).toEqual([
      'issueDate 2108',
    ]);
});
