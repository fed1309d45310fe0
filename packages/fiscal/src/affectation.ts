/** The IGV of one line: its tax, its rate, and whether the line is a gift. */
import { type AffectationRow, affectation } from './catalogues/affectations.js';
import { factorOf, generalRate, riceRate } from './catalogues/rates.js';
import { toScaled } from './money.js';
import type { Scaled, TaxCode } from './priced.js';
import type { Line, Sale } from './sale.js';

export interface IgvTreatment {
  tax: TaxCode;
  free: boolean;
  /** For example 18. */
  percent: Scaled;
  /** For example 0.18. */
  rate: Scaled;
}

/**
 * The operation of the New Simplified Regime, which charges no IGV (exempt from 3111, 2993, 4290);
 * its gifts are not exempt, and show the IGV that they would bear.
 */
const NRUS = '0113';

/** An unknown code is priced without tax, so that `check` reports it with all other faults. */
const UNKNOWN: AffectationRow = { tax: '9999', rate: 'none', free: false, label: '' };

/**
 * The rate of lines without one: that of another line (rule 3462), else the general rate. A gift
 * says it only when no line that is paid for does, and neither by a zero nor in the New Simplified
 * Regime.
 */
export function usualPercent(sale: Sale): Scaled {
  let ofGifts: Scaled | undefined;
  for (const { affectation: code, igvPercent } of sale.lines) {
    const row = igvPercent === undefined ? undefined : affectation(code);
    if (row?.rate !== 'igv') continue;
    const percent = toScaled(igvPercent as string);
    if (row.free !== true) return percent;
    if (percent > 0n) ofGifts ??= percent;
  }
  if (sale.operation === NRUS) return 0n;
  return ofGifts ?? generalRate(sale.issueDate);
}

export function igvTreatment(line: Line, sale: Sale, usual: Scaled): IgvTreatment {
  const row: AffectationRow = affectation(line.affectation) ?? UNKNOWN;
  const free =
    row.free === 'if zero' ? isZero(line.unitPrice) && !isZero(line.unitValue ?? '0') : row.free;
  const percent = percentOf(row, line, sale, usual);
  return { tax: free ? '9996' : row.tax, free, percent, rate: factorOf(percent) };
}

function percentOf(row: AffectationRow, line: Line, sale: Sale, usual: Scaled): Scaled {
  if (row.rate === 'none') return 0n;
  if (row.rate === 'ivap') return riceRate(sale.issueDate);
  if (line.igvPercent !== undefined) return toScaled(line.igvPercent);
  return sale.operation === NRUS && row.free === true ? generalRate(sale.issueDate) : usual;
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}
