/**
 * Rules of SUNAT that begin on a later day and need nothing of this service on that day: either
 * every document fulfils them already, or they are about what it does not issue. They are listed
 * so that a person who reads about one finds that it is known.
 */
import type { Dated } from './dated.js';

interface DeferredRule extends Dated {
  readonly codes: readonly string[];
  /** What it is about: Spanish, for the list of changes. */
  readonly subject: string;
  /** What it means for the documents of this service: Spanish. */
  readonly effect: string;
}

const RS_48 = {
  from: '2027-01-01',
  source:
    'RS 000048-2026/SUNAT, postergada por la RS 000143-2026 (una fuente dice 000141); ' +
    'Validaciones CPE del 2026-07-24, Control de cambios 516 a 545, según se las cita',
  confidence: 'secondary',
} as const;

export const DEFERRED_RULES: readonly DeferredRule[] = [
  {
    ...RS_48,
    codes: ['4331'],
    subject: 'Código de producto de los emisores del padrón 12',
    effect:
      'SUNAT observa la línea sin código de producto SUNAT ni GTIN si la empresa está en su ' +
      'padrón 12; envía cod_producto_sunat en cada línea',
  },
  {
    ...RS_48,
    codes: ['4334'],
    subject: 'Largo del código GTIN',
    effect: 'No te afecta: los comprobantes de Ráfaga no llevan GTIN',
  },
  {
    ...RS_48,
    codes: ['3497', '3498', '3499', '3500', '3501', '3502'],
    subject: 'Contrato de colaboración empresarial',
    effect: 'No te afecta: la API ya exige así los campos de contrato_colaboracion',
  },
  {
    ...RS_48,
    codes: ['3261', '3286', '3503', '3507'],
    subject: 'Notas de crédito y de débito',
    effect: 'No te afecta: Ráfaga no emite notas',
  },
  {
    ...RS_48,
    codes: ['2022', '2992', '3102', '3504'],
    subject: 'Resumen diario: tasa de cada fila y gratuitas por tipo',
    effect: 'No te afecta: Ráfaga envía cada boleta por sí sola',
  },
];
