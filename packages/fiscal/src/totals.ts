/**
 * Prices a sale: computes every line, every total and the legends. Totals that the caller sent are
 * not used.
 */
import { type Adjustments, addLines, adjust, type LineSums } from './adjustments.js';
import { allowanceTotal } from './allowances.js';
import { TAX_CODES } from './catalogues/taxes.js';
import { legendsOf } from './legends.js';
import { priceLines } from './lines.js';
import { sum } from './money.js';
import { pendingOf } from './pending.js';
import { pricedPerception } from './perception.js';
import type { Cents, PricedLine, PricedSale, Subtotal, TaxCode, Totals } from './priced.js';
import type { Sale } from './sale.js';

export function price(given: Sale): PricedSale {
  const sale = withOperation(given);
  const lines = priceLines(sale);
  const sums = addLines(lines);
  const adjustments = adjust(sale, lines, sums);
  const totals = totalsOf(lines, sums, adjustments);
  const bases = new Map(totals.subtotals.map(({ tax, base }) => [tax, base]));
  const perception = pricedPerception(sale, totals.payable);
  const pending = pendingOf(sale);
  return {
    sale,
    lines,
    allowances: adjustments.allowances,
    totals,
    retained: adjustments.retained,
    legends: legendsOf(sale, totals.payable, bases),
    ...(perception === undefined ? {} : { perception }),
    ...(pending === undefined ? {} : { pending }),
  };
}

/**
 * A plain sale that carries a detracción or a percepción is an operation of that kind (rules 3128,
 * 3308).
 */
function withOperation(sale: Sale): Sale {
  if (sale.operation !== '0101') return sale;
  if (sale.detraction !== undefined) return { ...sale, operation: '1001' };
  return sale.perception === undefined ? sale : { ...sale, operation: '2001' };
}

function totalsOf(lines: readonly PricedLine[], sums: LineSums, done: Adjustments): Totals {
  const isc = sum(lines, (line) => (line.priceType === '01' ? (line.isc?.amount ?? 0n) : 0n));
  const bags = sum(lines, (line) => line.icbper?.amount ?? 0n);
  const other = sum(lines, (line) => (line.igv.tax === '9999' ? line.igv.base : 0n));
  const subtotals = subtotalsOf(lines, sums, done);
  const value = sums.value + sums.exonerated + sums.unaffected + sums.exported + other + done.net;
  const withTaxes = value + isc + bags + sums.tax + done.tax;
  const off = sum(lines, (line) => allowanceTotal(line.allowances, '01'));
  const on = sum(lines, (line) => allowanceTotal(line.allowances, '48'));
  const allowances = done.discounts + off;
  const charges = done.charges + on;
  const prepaid = done.advances.prepaid;
  return {
    subtotals,
    taxes: sum(subtotals, ({ tax, amount }) => (tax === '9996' ? 0n : amount)),
    value,
    withTaxes,
    allowances,
    charges,
    prepaid,
    rounding: 0n,
    payable: withTaxes + charges - allowances - prepaid,
    discounts:
      allowances +
      sum(lines, (line) => allowanceTotal(line.allowances, '00')) +
      sum(done.allowances, (one) => (one.code === '02' ? one.amount : 0n)),
  };
}

/** The base and amount of each tax of the sale, after the adjustments of the document. */
function subtotalsOf(lines: readonly PricedLine[], sums: LineSums, done: Adjustments): Subtotal[] {
  const subtotals = new Map<TaxCode, Subtotal>();
  const add = (tax: TaxCode, base: Cents, amount: Cents) => {
    const own = subtotals.get(tax);
    if (own === undefined) {
      subtotals.set(tax, { tax, base, amount });
      return;
    }
    own.base += base;
    own.amount += amount;
  };
  for (const line of lines) {
    add(line.igv.tax, line.value, line.igv.amount);
    // rules 3296 and 3298 leave the ISC of gifts out
    if (line.isc !== undefined && line.priceType === '01')
      add('2000', line.isc.base, line.isc.amount);
    if (line.icbper !== undefined) add('7152', 0n, line.icbper.amount);
  }
  if (sums.taxed !== undefined)
    add(sums.taxed, done.net - done.advances.taxed, done.tax - done.advances.tax);
  if (done.advances.exonerated > 0n) add('9997', -done.advances.exonerated, 0n);
  if (done.advances.unaffected > 0n && subtotals.has('9998'))
    add('9998', -done.advances.unaffected, 0n);
  if (done.advances.isc > 0n) add('2000', 0n, -done.advances.isc);
  return TAX_CODES.flatMap((tax) => subtotals.get(tax) ?? []);
}
