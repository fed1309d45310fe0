import { expect, test } from '@jest/globals';
import { centsText, type PricedSale } from '@rafaga/fiscal';
import { drawPdf, FORMATS, type Format } from '@rafaga/pdf';
import { CASES } from '../golden/cases.js';
import { collisions, marks } from './marks.js';
import { aDocument, LONGEST, lines, MM } from './paper.js';
import { see } from './sight.js';

const ALL = { ...CASES, 'lo más largo que se admite': LONGEST, 'cincuenta líneas': { ...CASES.factura, lines: lines(50) } } as typeof CASES;

/** Where a text may stand, in points from the left. */
const REACH: Record<Format, [number, number]> = {
  a4: [12 * MM, 198 * MM],
  a5: [8 * MM, 140 * MM],
  'ticket-80': [4 * MM, 76 * MM],
  'ticket-58': [5 * MM, 53 * MM],
};

const grouped = (cents: bigint) => centsText(cents).replace(/\B(?=(\d{3})+\.)/g, ',');

/** Every amount that the law wants to see, as it was computed. */
function amounts({ lines: priced, totals, pending, perception, retained }: PricedSale): string[] {
  const cents = [totals.payable, ...priced.map(({ total }) => total)];
  for (const { tax, base, amount } of totals.subtotals) {
    if (!['2000', '7152', '9999'].includes(tax)) cents.push(base);
    if (['1000', '1016', '2000', '7152', '9999'].includes(tax)) cents.push(amount);
  }
  for (const some of [totals.discounts, totals.charges, totals.prepaid, totals.allowances, retained]) if (some > 0n) cents.push(some);
  if (pending !== undefined) cents.push(pending);
  if (perception) cents.push(perception.base, perception.amount, perception.total);
  return cents.map(grouped);
}

test.each(Object.entries(ALL))('%s: nothing is missing, nothing overlaps, nothing is too small to read', async (_, sale) => {
  const document = aDocument(sale);
  for (const format of FORMATS) {
    const pdf = await drawPdf(document, format);
    const text = (await see(pdf)).map((page) => page.text).join(' ');
    for (const shown of [...amounts(document.priced), `${sale.series}-123`, document.issuer.ruc, sale.client.document])
      expect(text).toContain(shown);
    const all = marks(pdf);
    expect(all.length).toBeGreaterThan(20);
    expect(collisions(all)).toEqual([]);
    const [left, right] = REACH[format];
    expect(all.filter((mark) => !(mark.left >= left - 0.1 && mark.right <= right + 0.1 && mark.size >= 7))).toEqual([]);
  }
});

test('texts on one another would be seen', () => {
  const mark = { page: 0, size: 8, left: 10, right: 60, top: 10, bottom: 17 };
  expect(collisions([mark, { ...mark, left: 50, right: 90, top: 14, bottom: 21 }])).toHaveLength(1);
  expect(collisions([mark, { ...mark, page: 1 }, { ...mark, left: 60, right: 90 }, { ...mark, top: 17, bottom: 24 }])).toEqual([]);
});
