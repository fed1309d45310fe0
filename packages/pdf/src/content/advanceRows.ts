/** The advances that a document deducts, in prices that include taxes. */
import { type PricedSale, toCents } from '@rafaga/fiscal';
import type { Step } from './lineSteps.js';

/** More advances than these are one row; their documents are then listed in a card. */
const MOST = 6;

/** Whether the totals have a row for each advance, so that no card repeats them. */
export const showsEachAdvance = ({ sale }: PricedSale): boolean =>
  sale.pricesIncludeTax && sale.advances.length <= MOST;

export function advanceRows(priced: PricedSale): Step[] {
  const { advances } = priced.sale;
  if (advances.length === 0) return [];
  if (!showsEachAdvance(priced))
    return [{ label: `Anticipos (${advances.length})`, amount: -priced.totals.prepaid }];
  return advances.map(({ document, amount }) => ({
    label: `Anticipo ${document}`,
    amount: -toCents(amount),
  }));
}
