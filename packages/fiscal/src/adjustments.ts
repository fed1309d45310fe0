/**
 * Applies the discounts, charges and advances of the whole document to its bases, tax and payable
 * amount.
 */
import { type AdvanceShare, type Deductible, shareAdvances, shareOf } from './advances.js';
import { isShare, makeAllowance, priceAllowance } from './allowances.js';
import { allowanceRow } from './catalogues/allowances.js';
import { factorOf } from './catalogues/rates.js';
import { divide, ONE, part, sum, toScaled } from './money.js';
import type { Cents, PricedAllowance, PricedLine } from './priced.js';
import type { Allowance, Sale } from './sale.js';

/** The sums of the lines, before the adjustments of the document. */
export interface LineSums extends Deductible {
  /**
   * The tax of the taxed lines: 1000 or, in a sale of rice, 1016; undefined when there are none.
   */
  taxed: '1000' | '1016' | undefined;
  exported: Cents;
  /** What the client pays for all lines. */
  paid: Cents;
}

export interface Adjustments {
  allowances: PricedAllowance[];
  /** Codes 49 less 02, which change the taxed base and the value of the document. */
  net: Cents;
  /** The tax of `net`. */
  tax: Cents;
  /** Codes 03 and 63. */
  discounts: Cents;
  /** Codes 45, 46 and 50. */
  charges: Cents;
  /** Code 62: the amount that the client withholds at payment. */
  retained: Cents;
  advances: AdvanceShare;
}

export function adjust(sale: Sale, lines: readonly PricedLine[], sums: LineSums): Adjustments {
  return sale.allowances.length === 0 && sale.advances.length === 0
    ? NONE
    : adjustAll(sale, lines, sums);
}

/** Most sales have no allowance and no advance. */
const NONE: Adjustments = {
  allowances: [],
  net: 0n,
  tax: 0n,
  discounts: 0n,
  charges: 0n,
  retained: 0n,
  advances: shareOf([], 0n, 0n),
};

function adjustAll(sale: Sale, lines: readonly PricedLine[], sums: LineSums): Adjustments {
  const result = {
    allowances: [] as PricedAllowance[],
    net: 0n,
    tax: 0n,
    discounts: 0n,
    charges: 0n,
  };
  const given: PricedAllowance[] = [];
  const kept: Allowance[] = [];
  for (const allowance of sale.allowances) {
    const row = allowanceRow(allowance.code);
    // an unknown code or a code of lines: `check` reports it
    if (row === undefined || row.level !== 'document' || !row.offered) continue;
    if (row.effect === 'advance') {
      given.push(priceAllowance(allowance, 0n));
      continue;
    }
    if (row.effect === 'aside') {
      kept.push(allowance);
      continue;
    }
    const { priced, tax } =
      row.effect === 'base'
        ? onBase(allowance, lines, sums)
        : { priced: priceAllowance(allowance, sums.paid), tax: 0n };
    result.allowances.push(priced);
    const sign = row.charge ? 1n : -1n;
    if (row.effect === 'base') {
      result.net += sign * priced.amount;
      result.tax += sign * tax;
    } else if (row.charge) result.charges += priced.amount;
    else result.discounts += priced.amount;
  }
  const left = { ...sums, value: sums.value + result.net, tax: taxLeft(sums, result) };
  result.tax = left.tax - sums.tax;
  const advances = shareAdvances(sale, given, left);
  const payable =
    sums.paid + result.net + result.tax + result.charges - result.discounts - advances.prepaid;
  const withheld = kept.map((allowance) => withhold(allowance, payable));
  return {
    ...result,
    allowances: [...result.allowances, ...advances.allowances, ...withheld],
    retained: sum(withheld, ({ amount }) => amount),
    advances,
  };
}

/** The tax after discounts: neither negative because each is rounded, nor a tax on nothing. */
function taxLeft({ value, isc, tax }: LineSums, change: { net: Cents; tax: Cents }): Cents {
  const base = value + isc + change.net;
  const left = tax + change.tax;
  return base === 0n || (base > 0n && left < 0n) ? 0n : left;
}

/** A withholding is a part of the payable amount, with the factor that rule 3263 multiplies by. */
function withhold(allowance: Allowance, payable: Cents): PricedAllowance {
  const { code, base, amount, factor } = priceAllowance(allowance, payable);
  return makeAllowance(code, base, amount, factor ?? (base > 0n ? divide(amount * ONE, base) : 0n));
}

/**
 * A share of the document is taken from the lines with their tax, so that 10 % off S/ 100.00 leaves
 * S/ 90.00.
 */
function onBase(
  allowance: Allowance,
  lines: readonly PricedLine[],
  sums: LineSums,
): { priced: PricedAllowance; tax: Cents } {
  const priced = priceAllowance(allowance, sums.value);
  if (!isShare(allowance) || lines.some((line) => line.isc !== undefined))
    return { priced, tax: part(priced.amount, sums.rate) };
  return { priced, tax: part(sums.value + sums.tax, toScaled(allowance.factor)) - priced.amount };
}

export function addLines(lines: readonly PricedLine[]): LineSums {
  const of = (tax: string) => lines.filter((line) => line.igv.tax === tax);
  const taxed = (['1000', '1016'] as const).find((tax) =>
    lines.some((line) => line.igv.tax === tax),
  );
  const own = taxed === undefined ? [] : of(taxed);
  return {
    taxed,
    rate: factorOf(own[0]?.igv.percent ?? 0n),
    value: sum(own, (line) => line.value),
    isc: sum(own, (line) => line.isc?.amount ?? 0n),
    tax: sum(own, (line) => line.igv.amount),
    exonerated: sum(of('9997'), (line) => line.value),
    unaffected: sum(of('9998'), (line) => line.value),
    exported: sum(of('9995'), (line) => line.value),
    paid: sum(lines, (line) => line.total),
  };
}
