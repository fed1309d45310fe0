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
export const NRUS = '0113';

/** An unknown code is priced without tax, so that `check` reports it with all other faults. */
const UNKNOWN: AffectationRow = { tax: '9999', rate: 'none', free: false, label: '' };

/** The rate of lines without one: that of another line (rule 3462), else the general rate. */
export function usualPercent(sale: Sale): Scaled {
  const stated = sale.lines.find(
    (line) => line.igvPercent !== undefined && affectation(line.affectation)?.rate === 'igv',
  );
  if (stated?.igvPercent !== undefined) return toScaled(stated.igvPercent);
  return sale.operation === NRUS ? 0n : generalRate(sale.issueDate);
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
