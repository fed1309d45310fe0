/** `check` applies all rules and reports every fault with its path, code and message. */
import { expect, test } from '@jest/globals';
import { aFactura, aLine, aSale, CONTEXT } from '../testing/aSale.js';
import { check } from './check.js';
import { price } from './totals.js';

test('a valid sale of either kind has no faults and no warnings', () => {
  for (const sale of [aSale(), aFactura()])
    expect(check(price(sale), CONTEXT)).toEqual({ faults: [], warnings: [] });
});

test('all faults are reported together, each with path, code and message', () => {
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

test('an observation is a warning, not a fault', () => {
  const { faults, warnings } = check(
    price(aSale({ guides: [{ type: '09', number: 'x' }] })),
    CONTEXT,
  );
  expect([faults, warnings.length]).toEqual([[], 1]);
});
