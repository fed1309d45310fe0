/**
 * Prices the percepción of a sale (catalogues 22 and 53), which is in soles and outside its
 * totals.
 */
import { toCents, toScaled } from './money.js';
import type { Cents, PricedPerception } from './priced.js';
import type { Sale } from './sale.js';

/** The total is the payable amount plus the percepción; in another currency the caller's total. */
export function pricedPerception(sale: Sale, payable: Cents): PricedPerception | undefined {
  if (sale.perception === undefined) return undefined;
  const { code, factor, base, amount, total } = sale.perception;
  const perceived = toCents(amount);
  const own = sale.currency === 'PEN' || total === undefined ? payable + perceived : toCents(total);
  return { code, factor: toScaled(factor), base: toCents(base), amount: perceived, total: own };
}
