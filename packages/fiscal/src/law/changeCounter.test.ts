/** Changes are counted by product and series, each sale once. */
import { expect, test } from '@jest/globals';
import { aLine, aSale } from '../../testing/aSale.js';
import { createChangeCounter } from './changeCounter.js';
import type { SaleChange } from './reviewSale.js';

const rice = aLine({ code: 'P1' });
const refused = (line = rice): SaleChange => ({
  effect: 'refused',
  code: '4290',
  field: 'lines.igvPercent',
  line,
  text: 'La tasa no rige.',
  extra: 0n,
});
const dearer: SaleChange = { effect: 'dearer', field: 'lines', line: rice, text: '', extra: 150n };

test('a product that is twice in a sale is counted once, and its amounts are added', () => {
  const counter = createChangeCounter();
  counter.add(1, aSale(), [refused(), refused(), dearer, dearer]);
  counter.add(2, aSale(), [refused()]);
  counter.add(3, aSale(), []);
  expect(counter.counts()).toEqual({ sales: 3, refused: 2, observed: 0, dearer: 1, omitted: 0 });
  expect(counter.rows()).toMatchObject([
    { effect: 'refused', productCode: 'P1', series: 'B001', sales: 2, documentId: 1 },
    { effect: 'dearer', productCode: 'P1', sales: 1, extra: '3.00' },
  ]);
});

test('series, products and rules have rows of their own, those of most sales first', () => {
  const counter = createChangeCounter();
  counter.add(1, aSale(), [refused(aLine({ description: 'Café' }))]);
  counter.add(2, aSale({ series: 'B002' }), [refused()]);
  counter.add(3, aSale({ series: 'B002' }), [refused()]);
  expect(counter.rows().map(({ series, product, sales }) => [series, product, sales])).toEqual([
    ['B002', rice.description, 2],
    ['B001', 'Café', 1],
  ]);
});

test('rows beyond the limit are counted and left out', () => {
  const counter = createChangeCounter(1);
  for (const code of ['A', 'B', 'C']) counter.add(1, aSale(), [refused(aLine({ code }))]);
  expect(counter.rows()).toHaveLength(1);
  expect(counter.counts()).toMatchObject({ sales: 3, refused: 3, omitted: 2 });
});
