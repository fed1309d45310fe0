/**
 * What SUNAT does with a product code that is not in its catalogue 25, by date. The catalogue is
 * UNSPSC v26_0801, some fifty thousand codes: SUNAT's workbook names it and does not contain it, so
 * that only the shape and the segment of a code are known here.
 */
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

/** Admitted by rule 3496 though no product has them. */
const RESERVED = ['00000000', '99999999'];

/** The first two digits of every code of UNSPSC. */
const SEGMENTS = new Set(
  (
    '10 11 12 13 14 15 20 21 22 23 24 25 26 27 30 31 32 39 40 41 42 43 44 45 46 47 48 49 ' +
    '50 51 52 53 54 55 56 57 60 64 70 71 72 73 76 77 78 80 81 82 83 84 85 86 90 91 92 93 94 95'
  ).split(' '),
);

/** 'shape': no code of the catalogue begins so. 'segment': none is known to. */
export function productCodeFault(code: string): 'shape' | 'segment' | undefined {
  if (RESERVED.includes(code)) return undefined;
  if (!/^[1-9]\d{7}$/.test(code)) return 'shape';
  return SEGMENTS.has(code.slice(0, 2)) ? undefined : 'segment';
}
