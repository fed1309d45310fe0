/**
 * SUNAT catalogue 07: the affectation of a line by the IGV. Sources: Validaciones CPE, sheet
 * Catálogos; for the rate of free lines rules 3110, 3111, 2993.
 */
import type { TaxCode } from '../priced.js';

export interface AffectationRow {
  /** The tax of a line that is charged. */
  readonly tax: TaxCode;
  /** The rate on its base; for a gift (11 to 16) that of the IGV that it would bear. */
  readonly rate: 'igv' | 'ivap' | 'none';
  /** Whether it is free; 'if zero': only at price zero with a reference value (tax 9996). */
  readonly free: boolean | 'if zero';
  readonly label: string;
}

export const AFFECTATION = {
  '10': { tax: '1000', rate: 'igv', free: false, label: 'Gravado - Operación Onerosa' },
  '11': { tax: '9996', rate: 'igv', free: true, label: 'Gravado – Retiro por premio' },
  '12': { tax: '9996', rate: 'igv', free: true, label: 'Gravado – Retiro por donación' },
  '13': { tax: '9996', rate: 'igv', free: true, label: 'Gravado – Retiro' },
  '14': { tax: '9996', rate: 'igv', free: true, label: 'Gravado – Retiro por publicidad' },
  '15': { tax: '9996', rate: 'igv', free: true, label: 'Gravado – Bonificaciones' },
  '16': {
    tax: '9996',
    rate: 'igv',
    free: true,
    label: 'Gravado – Retiro por entrega a trabajadores',
  },
  '17': { tax: '1016', rate: 'ivap', free: 'if zero', label: 'Gravado - IVAP' },
  '20': { tax: '9997', rate: 'none', free: false, label: 'Exonerado - Operación Onerosa' },
  '21': { tax: '9996', rate: 'none', free: true, label: 'Exonerado - Transferencia gratuita' },
  '30': { tax: '9998', rate: 'none', free: false, label: 'Inafecto - Operación Onerosa' },
  '31': { tax: '9996', rate: 'none', free: true, label: 'Inafecto – Retiro por Bonificación' },
  '32': { tax: '9996', rate: 'none', free: true, label: 'Inafecto – Retiro' },
  '33': { tax: '9996', rate: 'none', free: true, label: 'Inafecto – Retiro por Muestras Médicas' },
  '34': {
    tax: '9996',
    rate: 'none',
    free: true,
    label: 'Inafecto - Retiro por Convenio Colectivo',
  },
  '35': { tax: '9996', rate: 'none', free: true, label: 'Inafecto – Retiro por premio' },
  '36': { tax: '9996', rate: 'none', free: true, label: 'Inafecto - Retiro por publicidad' },
  '37': { tax: '9996', rate: 'none', free: true, label: 'Inafecto - Transferencia gratuita' },
  '40': { tax: '9995', rate: 'none', free: 'if zero', label: 'Exportación de Bienes o Servicios' },
} as const satisfies Record<string, AffectationRow>;

export type AffectationCode = keyof typeof AFFECTATION;

/** Undefined for an unknown code. */
export function affectation(code: string): AffectationRow | undefined {
  return Object.hasOwn(AFFECTATION, code) ? AFFECTATION[code as AffectationCode] : undefined;
}
