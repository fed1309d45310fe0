/** Rates of the IGV (with its IPM) and of the IVAP, by date. */
import { ONE, toScaled } from '../money.js';
import type { Scaled } from '../priced.js';
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

interface RateRow extends Dated {
  readonly percent: string;
  readonly source: string;
}

/** The general rate. */
const GENERAL: readonly RateRow[] = [
  {
    from: '2011-03-01',
    percent: '18',
    source: 'Ley 29666: IGV 16 % + IPM 2 %; Parámetro 012 of Validaciones CPE',
  },
];

/** Restaurants, hotels and tourist lodging of small companies. */
const SMALL_COMPANY: readonly RateRow[] = [
  {
    from: '2022-09-01',
    percent: '10',
    source: 'Ley 31556, Ley 32219; Validaciones CPE, change of 2022-11-11 (rule 3462)',
  },
  {
    from: '2026-01-01',
    percent: '10.5',
    source: 'Validaciones CPE, change of 2026-02-09 (rules 3279, 3291, 4290, 4310, 4439)',
  },
];

/** Hulled rice. */
const RICE: readonly RateRow[] = [
  {
    from: '2004-04-15',
    percent: '4',
    source: 'Ley 28211, art. 3; Parámetro 024 of Validaciones CPE',
  },
];

/** The rate of a line of affectation 10 to 16 that has none. */
export function generalRate(day: DateText): Scaled {
  return percentOf(GENERAL, day);
}

/** The IVAP. */
export function riceRate(day: DateText): Scaled {
  return percentOf(RICE, day);
}

/** Every percentage of IGV that a document of that day may show. */
export function igvRates(day: DateText): Scaled[] {
  return [percentOf(GENERAL, day), percentOf(SMALL_COMPANY, day)].filter((percent) => percent > 0n);
}

/** 18 percent as the factor 0.18. */
export function factorOf(percent: Scaled): Scaled {
  return (percent * ONE) / (100n * ONE);
}

function percentOf(rows: readonly RateRow[], day: DateText): Scaled {
  const row = inForce(rows, day);
  return row === undefined ? 0n : toScaled(row.percent);
}
