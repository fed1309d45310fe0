/**
 * The pending amount of a credit sale: the sum of its instalments, which rule 3319 makes equal to
 * the net pending amount.
 */
import { divide, ONE, sum, toCents, toScaled } from './money.js';
import type { Cents, PricedSale } from './priced.js';
import type { Sale } from './sale.js';

/** Undefined for a cash sale. */
export function pendingOf(sale: Sale): Cents | undefined {
  return sale.payment === 'credit'
    ? sum(sale.instalments, (instalment) => toCents(instalment.amount))
    : undefined;
}

/** The largest sum of instalments: the payable amount less detracción and retención. */
export function netPayable(priced: PricedSale): Cents {
  return priced.totals.payable - detractionOf(priced) - priced.retained;
}

/**
 * How far from `netPayable` the pending amount may be: the bank takes a detracción in whole soles,
 * and half a sol is less than half a unit of any other currency.
 */
export function depositRounding(priced: PricedSale): Cents {
  if (priced.sale.currency === 'PEN') return 0n;
  const deposit = detractionOf(priced);
  return deposit < HALF_UNIT ? deposit : HALF_UNIT;
}

const HALF_UNIT: Cents = 50n;

/** The detracción is in soles; in another currency its share of the payable amount is used. */
function detractionOf({ sale, totals }: PricedSale): Cents {
  if (sale.detraction === undefined) return 0n;
  if (sale.currency === 'PEN') return toCents(sale.detraction.amount);
  return divide(totals.payable * toScaled(sale.detraction.percent), 100n * ONE);
}
