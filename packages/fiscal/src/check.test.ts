import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, CONTEXT } from '../testing/aSale.js';
import { check } from './check.js';
import { price } from './totals.js';

test('a lawful sale of either kind has neither faults nor warnings', () => {
  for (const sale of [aSale(), aFactura()])
    expect(check(price(sale), CONTEXT)).toEqual({ faults: [], warnings: [] });
});

test('every fault is found at once, with its path, its code and what to do', () => {
  const sale = aFactura({
    issueDate: '2026-11-22',
    lines: [aLine({ unit: 'XX' }), aLine({ unitPrice: '0' })],
  });
  const { faults } = check(price(sale), CONTEXT);
  expect(faults.map(({ at, code }) => [at.join('.'), code])).toEqual([
    ['issueDate', '2329'],
    ['lines.0.unit', '2936'],
    ['lines.1.unitPrice', '3105'],
  ]);
  for (const { text } of faults) expect(text).toMatch(/^\p{Lu}.+\.$/u);
});

test('an observation warns and does not refuse', () => {
  const { faults, warnings } = check(
    price(aSale({ guides: [{ type: '09', number: 'x' }] })),
    CONTEXT,
  );
  expect([faults, warnings.length]).toEqual([[], 1]);
});
