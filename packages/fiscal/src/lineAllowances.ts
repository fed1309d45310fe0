/** Computes the discounts and charges of one line, and how they change its base and its price. */
import { isShare, makeAllowance, priceAllowance, type Taxing } from './allowances.js';
import { allowanceRow } from './catalogues/allowances.js';
import { part, toScaled } from './money.js';
import type { Cents, PricedAllowance } from './priced.js';
import type { Allowance, Line } from './sale.js';

export interface LineAdjustments {
  priced: PricedAllowance[];
  /** The change of the value by codes 00 and 47, without tax; negative for a discount. */
  net: Cents;
  /** The same change with tax. */
  gross: Cents;
  /** The change of the paid amount by codes 01 and 48. */
  price: Cents;
}

/** @param shelf quantity times unit price before discounts, without and with tax */
export function adjustLine(
  line: Line,
  shelf: { net: Cents; gross: Cents },
  tax: Taxing,
  pricesIncludeTax: boolean,
): LineAdjustments {
  const moves: LineAdjustments = { priced: [], net: 0n, gross: 0n, price: 0n };
  for (const allowance of line.allowances) {
    const row = allowanceRow(allowance.code);
    if (row === undefined || row.level !== 'line' || !row.offered) continue; // `check` refuses it
    const sign = row.charge ? 1n : -1n;
    if (row.effect === 'price') {
      const priced = priceAllowance(allowance, shelf.gross);
      moves.priced.push(priced);
      moves.price += sign * priced.amount;
    } else {
      const { priced, gross } = onBase(allowance, shelf, tax, pricesIncludeTax);
      moves.priced.push(priced);
      moves.net += sign * priced.amount;
      moves.gross += sign * gross;
    }
  }
  return moves;
}

/** A share of a price with tax is taken from that price: 10 % off S/ 10.00 leaves S/ 9.00. */
function onBase(
  allowance: Allowance,
  shelf: { net: Cents; gross: Cents },
  tax: Taxing,
  pricesIncludeTax: boolean,
) {
  if (pricesIncludeTax && isShare(allowance)) {
    const factor = toScaled(allowance.factor);
    const gross = part(shelf.gross, factor);
    return { priced: makeAllowance(allowance.code, shelf.net, tax.net(gross), factor), gross };
  }
  const priced = priceAllowance(allowance, shelf.net);
  return { priced, gross: tax.gross(priced.amount) };
}
