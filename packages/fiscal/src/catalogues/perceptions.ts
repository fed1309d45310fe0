/**
 * SUNAT catalogue 22: regimes of percepción, with the code of catalogue 53 that the XML shows and
 * the rate. Source: Validaciones CPE of 2026-02-12, sheet Catálogos.
 */
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

export interface PerceptionRow {
  /** Catalogue 22. */
  readonly regime: string;
  readonly label: string;
  /** By date, as factors. */
  readonly factors: readonly (Dated & { readonly factor: string })[];
}

const CATALOGUE_22 = {
  from: '2011-01-01',
  source: 'Ley 29173; Validaciones CPE del 2026-02-12, catálogo 22',
  confidence: 'workbook',
} as const;

/** By code of catalogue 53. */
export const PERCEPTION: Readonly<Record<string, PerceptionRow>> = {
  '51': {
    regime: '01',
    label: 'Percepción Venta Interna',
    factors: [{ ...CATALOGUE_22, factor: '0.02' }],
  },
  '52': {
    regime: '02',
    label: 'Percepción a la adquisición de combustible',
    factors: [{ ...CATALOGUE_22, factor: '0.01' }],
  },
  '53': {
    regime: '03',
    label: 'Percepción realizada al agente de percepción con tasa especial',
    factors: [{ ...CATALOGUE_22, factor: '0.005' }],
  },
};

/** The factor of that regime on that day; undefined for an unknown code. */
export function perceptionFactor(code: string, day: DateText): string | undefined {
  const row = Object.hasOwn(PERCEPTION, code) ? PERCEPTION[code] : undefined;
  return row === undefined ? undefined : inForce(row.factors, day)?.factor;
}
