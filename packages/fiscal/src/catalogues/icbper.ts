/** The tax on plastic bags, in soles for each bag, by date. */
import { toScaled } from '../money.js';
import type { Scaled } from '../priced.js';
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

/** Source: Ley 30884, art. 12. IGV does not apply to it; 0.50 applies from 2023 on. */
const PER_BAG: readonly (Dated & { readonly soles: string })[] = [
  { from: '2019-08-01', soles: '0.10' },
  { from: '2020-01-01', soles: '0.20' },
  { from: '2021-01-01', soles: '0.30' },
  { from: '2022-01-01', soles: '0.40' },
  { from: '2023-01-01', soles: '0.50' },
];

/** The tax on one bag; 0 before the tax existed (rule 2949). */
export function bagTax(day: DateText): Scaled {
  const row = inForce(PER_BAG, day);
  return row === undefined ? 0n : toScaled(row.soles);
}
