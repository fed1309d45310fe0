/**
 * The totals of a document, which continue the sum of its lines: with prices that include taxes,
 * discounts and advances lead to the payable amount, and bases and taxes are shown below it; with
 * prices without taxes, bases and taxes lead to it.
 */
import { type Cents, type PricedSale, sum, type TaxCode } from '@rafaga/fiscal';
import { money, rate } from '../words.js';
import { adjustmentsOf, grossAdjustments, type Step } from './adjustments.js';
import { advanceRows } from './advanceRows.js';
import { addend } from './lineSteps.js';
import type { Pair } from './pair.js';
import type { PrintedContent } from './printedContent.js';

const BASE: Partial<Record<TaxCode, string>> = {
  '1000': 'Op. gravadas',
  '1016': 'Op. gravadas con IVAP',
  '9995': 'Op. de exportación',
  '9997': 'Op. exoneradas',
  '9998': 'Op. inafectas',
};
const FREE: TaxCode = '9996';
/** In this order, because each tax is part of the base of the next. */
const TAXES: readonly (readonly [TaxCode, string])[] = [
  ['2000', 'ISC'],
  ['1000', 'IGV'],
  ['1016', 'IVAP'],
  ['7152', 'ICBPER'],
  ['9999', 'Otros tributos'],
];

type Totals = Pick<PrintedContent, 'sums' | 'parts' | 'included' | 'apart'>;

export function totalRows(priced: PricedSale): Totals {
  const { sale, totals } = priced;
  const printed = (rows: readonly Step[]) =>
    rows.map(({ label, amount }): Pair => [label, money(amount, sale.currency)]);
  const free = totals.subtotals.find(({ tax }) => tax === FREE);
  const apart = printed(free ? [{ label: 'Op. gratuitas', amount: free.base }] : []);
  const [bases, taxes] = [baseRows(priced), taxRows(priced)];
  if (sale.pricesIncludeTax)
    return {
      sums: printed(withTaxes(priced)),
      parts: [],
      included: printed([...bases, ...taxes]),
      apart,
    };
  const sums = untaxed(priced, bases);
  const parts = [...bases, ...taxes, ...adjustmentsOf(priced, 'price')];
  const left = totals.payable - total(parts);
  if (left !== 0n) parts.push({ label: 'Anticipos', amount: left });
  return { sums: printed(sums), parts: printed(parts), included: [], apart };
}

const total = (rows: readonly Step[]): Cents => sum(rows, ({ amount }) => amount);

/** From the sum of the lines to the payable amount; empty when they are equal. */
function withTaxes(priced: PricedSale): Step[] {
  const { sale, lines } = priced;
  const changes = [...grossAdjustments(priced), ...advanceRows(priced)];
  const lineSum = sum(lines, (line) => addend(line, sale));
  return changes.length === 0 ? [] : [{ label: 'Subtotal', amount: lineSum }, ...changes];
}

/** From the sum of the lines to the bases; empty when they are equal. */
function untaxed(priced: PricedSale, bases: readonly Step[]): Step[] {
  const { sale, lines } = priced;
  const lineSum = sum(lines, (line) => addend(line, sale));
  const changes = adjustmentsOf(priced, 'base');
  const prepaid = total(bases) - lineSum - total(changes);
  if (prepaid !== 0n) changes.push({ label: 'Anticipos sin IGV', amount: prepaid });
  return changes.length === 0 ? [] : [{ label: 'Subtotal sin IGV', amount: lineSum }, ...changes];
}

const baseRows = ({ totals }: PricedSale): Step[] =>
  totals.subtotals.flatMap(({ tax, base }) => {
    const label = BASE[tax];
    return label ? [{ label, amount: base }] : [];
  });

const taxRows = (priced: PricedSale): Step[] =>
  TAXES.flatMap(([tax, name]) => {
    const own = priced.totals.subtotals.find((each) => each.tax === tax);
    return own ? [{ label: `${name}${rateOf(priced, tax)}`, amount: own.amount }] : [];
  });

/** The rate in brackets, if all lines have the same. */
function rateOf({ lines }: PricedSale, tax: TaxCode): string {
  const rates = new Set(lines.flatMap(({ igv }) => (igv.tax === tax ? [igv.percent] : [])));
  const [only] = rates;
  return rates.size === 1 && only !== undefined ? ` (${rate(only)})` : '';
}
