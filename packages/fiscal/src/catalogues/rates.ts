/** Rates of the IGV (with its IPM) and of the IVAP, by date. */
import { ONE, toScaled } from '../money.js';
import type { Scaled } from '../priced.js';
import type { DateText } from '../sale.js';
import { allInForce, type Dated, inForce, perDay } from './dated.js';

interface RateRow extends Dated {
  /** What a document shows. */
  readonly percent: string;
  /** Its two parts; absent for a tax without the IPM. */
  readonly parts?: { readonly igv: string; readonly ipm: string };
}

/** The general rate: always 18, of parts that change. */
export const GENERAL_RATES: readonly RateRow[] = [
  {
    from: '2011-03-01',
    percent: '18',
    parts: { igv: '16', ipm: '2' },
    source: 'Ley 29666; parámetro 012 de Validaciones CPE',
    confidence: 'workbook',
  },
  ...(
    [
      ['2026-01-01', '15.5', '2.5'],
      ['2027-01-01', '15', '3'],
      ['2028-01-01', '14.5', '3.5'],
      ['2029-01-01', '14', '4'],
    ] as const
  ).map(([from, igv, ipm]) => ({
    from,
    percent: '18',
    parts: { igv, ipm },
    source: 'Ley 32387: el IPM sube medio punto al año y el IGV baja lo mismo',
    confidence: 'decree' as const,
  })),
];

/**
 * Restaurants, hotels and tourist lodging of small companies. For 2027 the sources conflict: the
 * IGV of Ley 32219 is 12 percent, to which most add the IPM of 3 and some do not.
 */
export const SMALL_COMPANY_RATES: readonly RateRow[] = [
  {
    from: '2022-09-01',
    until: '2025-12-31',
    percent: '10',
    parts: { igv: '8', ipm: '2' },
    source: 'Ley 31556, Ley 32219; Validaciones CPE, cambio del 2022-11-11 (regla 3462)',
    confidence: 'workbook',
  },
  {
    from: '2026-01-01',
    until: '2026-12-31',
    percent: '10.5',
    parts: { igv: '8', ipm: '2.5' },
    source:
      'Ley 32219, Ley 32387; Validaciones CPE, cambio del 2026-02-09 (reglas 3279, 3291, 4290, ' +
      '4310, 4439)',
    confidence: 'workbook',
  },
  {
    from: '2027-01-01',
    until: '2027-12-31',
    percent: '15',
    parts: { igv: '12', ipm: '3' },
    source:
      'Ley 32219 (IGV de 12 % en 2027) más Ley 32387 (IPM de 3 %), como los suma la tabla de ' +
      'orientación de SUNAT según fuentes secundarias',
    confidence: 'conflicting',
  },
  {
    from: '2027-01-01',
    until: '2027-12-31',
    percent: '12',
    source: 'Ley 32219 según fuentes secundarias, como la prensa de 2024-12: 12 % en total',
    confidence: 'conflicting',
  },
];

/** Hulled rice. */
export const RICE_RATES: readonly RateRow[] = [
  {
    from: '2004-04-15',
    percent: '4',
    source: 'Ley 28211, art. 3; parámetro 024 de Validaciones CPE',
    confidence: 'workbook',
  },
];

/** The rate of a line of affectation 10 to 16 that has none. */
export function generalRate(day: DateText): Scaled {
  return percentOf(GENERAL_RATES, day);
}

/** The IVAP. */
export function riceRate(day: DateText): Scaled {
  return percentOf(RICE_RATES, day);
}

/** Every percentage of IGV that a document of that day may show. */
export const igvRates = perDay((day): readonly Scaled[] =>
  [...allInForce(GENERAL_RATES, day), ...allInForce(SMALL_COMPANY_RATES, day)].map(({ percent }) =>
    toScaled(percent),
  ),
);

/** The rates of that day between which the sources do not agree. */
export function disputedRates(day: DateText): Scaled[] {
  return allInForce(SMALL_COMPANY_RATES, day)
    .filter(({ confidence }) => confidence === 'conflicting')
    .map(({ percent }) => toScaled(percent));
}

/** The days of a special rate, which a till may send too early or too late. */
export function rateDays(percent: Scaled): { from: DateText; until: DateText } | undefined {
  const row = SMALL_COMPANY_RATES.find((each) => toScaled(each.percent) === percent);
  return row?.until === undefined ? undefined : { from: row.from, until: row.until };
}

/**
 * The rate that replaces a special one that has ended by that day: the first of its successors, or
 * the general rate. Undefined: the rate was not special, or still applies.
 */
export function successorRate(
  percent: Scaled,
  before: DateText,
  day: DateText,
): string | undefined {
  const has = (on: DateText) =>
    allInForce(SMALL_COMPANY_RATES, on).some((row) => toScaled(row.percent) === percent);
  if (!has(before) || has(day)) return undefined;
  return (allInForce(SMALL_COMPANY_RATES, day)[0] ?? inForce(GENERAL_RATES, day))?.percent;
}

/** 18 percent as the factor 0.18. */
export function factorOf(percent: Scaled): Scaled {
  return (percent * ONE) / (100n * ONE);
}

function percentOf(rows: readonly RateRow[], day: DateText): Scaled {
  const row = inForce(rows, day);
  return row === undefined ? 0n : toScaled(row.percent);
}
