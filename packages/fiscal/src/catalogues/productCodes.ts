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
    source: 'Validaciones CPE of 2026-02-12, Control de cambios of 2025-01-27 (OBS-3496)',
    confidence: 'workbook',
  },
  {
    from: '2027-01-01',
    answer: 'refused',
    source:
      'RS 000048-2026/SUNAT, deferred by RS 000143-2026 of 2026-07-29 (one source says ' +
      '000141); Validaciones CPE of 2026-07-24, Control de cambios 527 and 530 (ERR-3496), as ' +
      'quoted; the cell of 2026-08-26 shows both 2026-08-01 and 2027-01-01',
    confidence: 'secondary',
  },
];

/** Whether a document of that day with a wrong product code is refused, and not only observed. */
export function refusesProductCodes(day: DateText): boolean {
  return inForce(PRODUCT_CODE_RULES, day)?.answer === 'refused';
}
