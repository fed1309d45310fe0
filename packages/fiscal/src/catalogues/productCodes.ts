/** What SUNAT does with a product code that is not in its catalogue 25 (UNSPSC), by date. */
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

interface ProductCodeRow extends Dated {
  readonly answer: 'observed' | 'refused';
}

/** Rule 3496: first an observation, then an error. */
export const PRODUCT_CODE_RULES: readonly ProductCodeRow[] = [
  {
    from: '2026-01-31',
    answer: 'observed',
    source: 'Validaciones CPE del 2026-02-12, Control de cambios del 2025-01-27 (OBS-3496)',
    confidence: 'workbook',
  },
  {
    from: '2027-01-01',
    answer: 'refused',
    source:
      'RS 000048-2026/SUNAT, postergada por la RS 000143-2026 (una fuente dice 000141); ' +
      'Validaciones CPE del 2026-07-24 (ERR-3496), según se las cita; las del 2026-08-26 ' +
      'muestran las dos fechas, 2026-08-01 y 2027-01-01',
    confidence: 'secondary',
  },
];

/** Whether a document of that day with a wrong product code is refused, and not only observed. */
export function refusesProductCodes(day: DateText): boolean {
  return inForce(PRODUCT_CODE_RULES, day)?.answer === 'refused';
}
