/**
 * What a credit sale leaves to pay: its instalments, which rule 3319 makes equal to the net pending
 * amount.
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

/**
 * The most that instalments may add up to: the payable, less what the client deposits as detracción
 * or keeps as retención.
 */
export function netPayable(priced: PricedSale): Cents {
  return priced.totals.payable - detractionOf(priced) - priced.retained;
}

/**
 * The detracción is deposited in soles; in another currency its share of the payable stands for it.
 */
function detractionOf({ sale, totals }: PricedSale): Cents {
  if (sale.detraction === undefined) return 0n;
  if (sale.currency === 'PEN') return toCents(sale.detraction.amount);
  return divide(totals.payable * toScaled(sale.detraction.percent), 100n * ONE);
}
