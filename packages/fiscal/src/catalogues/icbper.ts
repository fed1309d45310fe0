/** The tax on plastic bags, in soles for each bag, by date. */
import { toScaled } from '../money.js';
import type { Scaled } from '../priced.js';
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

/** IGV does not apply to it. */
export const BAG_TAXES: readonly (Dated & { readonly soles: string })[] = (
  [
    ['2019-08-01', '0.10'],
    ['2020-01-01', '0.20'],
    ['2021-01-01', '0.30'],
    ['2022-01-01', '0.40'],
    ['2023-01-01', '0.50'],
  ] as const
).map(([from, soles]) => ({ from, soles, source: 'Ley 30884, art. 12', confidence: 'decree' }));

/** The tax on one bag; 0 before the tax existed (rule 2949). */
export function bagTax(day: DateText): Scaled {
  const row = inForce(BAG_TAXES, day);
  return row === undefined ? 0n : toScaled(row.soles);
}
