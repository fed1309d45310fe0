/** Converts totals to JSON, with amounts as decimal texts. */
import { centsText } from './money.js';
import type { Subtotal, Totals } from './priced.js';

type Amounts = Record<Exclude<keyof Totals, 'subtotals'>, string>;

export interface TotalsJson extends Amounts {
  /** One for each tax of the sale. */
  subtotals: { tax: Subtotal['tax']; base: string; amount: string }[];
}

export function totalsJson(totals: Totals): TotalsJson {
  return {
    subtotals: totals.subtotals.map(({ tax, base, amount }) => ({
      tax,
      base: centsText(base),
      amount: centsText(amount),
    })),
    taxes: centsText(totals.taxes),
    value: centsText(totals.value),
    withTaxes: centsText(totals.withTaxes),
    allowances: centsText(totals.allowances),
    charges: centsText(totals.charges),
    prepaid: centsText(totals.prepaid),
    rounding: centsText(totals.rounding),
    payable: centsText(totals.payable),
    discounts: centsText(totals.discounts),
  };
}
