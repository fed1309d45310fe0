/** Finds the price with taxes of which a signed document shows the value without them. */
import { factorOf } from './catalogues/rates.js';
import { unitPrices } from './lines.js';
import { roundTo, toScaled } from './money.js';
import type { Scaled } from './priced.js';
import type { Decimal, Line } from './sale.js';

const FEWEST_PLACES = 2;
const MOST_PLACES = 10;

/**
 * @param value of one unit, without taxes and before discounts
 * @param percent of the IGV
 * @returns the price with the fewest decimals that has this value
 */
export function shelfPrice(
  value: Scaled,
  line: Pick<Line, 'isc' | 'quantity'>,
  percent: Decimal,
): Scaled {
  const own = { rate: factorOf(toScaled(percent)) };
  const quantity = toScaled(line.quantity);
  const { price } = unitPrices(value, quantity, line, { pricesIncludeTax: false }, own);
  for (let places = FEWEST_PLACES; places < MOST_PLACES; places++) {
    const shorter = roundTo(price, places);
    const found = unitPrices(shorter, quantity, line, { pricesIncludeTax: true }, own);
    if (found.value === value) return shorter;
  }
  return price;
}
