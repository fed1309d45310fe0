/** Amounts above which a document needs more data. */
import { toCents } from '../money.js';
import type { Cents } from '../priced.js';
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

/** Above this amount a boleta must identify its client, by law and not by a rule of the XML. */
export const ANONYMOUS_LIMITS: readonly (Dated & { readonly soles: string })[] = [
  {
    from: '2011-01-01',
    soles: '700.00',
    source: 'Reglamento de Comprobantes de Pago (RS 007-99/SUNAT y modificatorias), art. 8',
    confidence: 'secondary',
  },
];

/** The largest total of a boleta without an identified client. */
export function anonymousLimit(day: DateText): Cents {
  const row = inForce(ANONYMOUS_LIMITS, day);
  return row === undefined ? 0n : toCents(row.soles);
}
