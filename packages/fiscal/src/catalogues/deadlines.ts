/** The number of days after its issue date in which a document may be sent. */
import { addDays } from '../calendar.js';
import type { DateText, Kind } from '../sale.js';
import { type Dated, inForce } from './dated.js';

/**
 * Calendar days after the issue date. SUNAT's workbook names no number (rules 2108, 1079: «plazo
 * máximo vigente») and public sources disagree: 1 or 3 days for facturas, 5 or 7 for boletas. These
 * are the last days on which SUNAT may still accept a document; the workers send on the same day.
 */
const DAYS: readonly (Dated & Record<Kind, number> & { readonly source: string })[] = [
  { from: '2011-01-01', factura: 7, boleta: 7, source: 'RS 097-2012/SUNAT as first in force' },
  {
    from: '2021-12-17',
    factura: 3,
    boleta: 5,
    source: 'RS 193-2020/SUNAT and amendments; Control de cambios of Validaciones CPE, 2024-10-11',
  },
];

/** The last day on which the document can be sent. */
export function lastDay(kind: Kind, issueDate: DateText): DateText {
  const row = inForce(DAYS, issueDate);
  return row === undefined ? issueDate : addDays(issueDate, row[kind]);
}
