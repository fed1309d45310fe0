/** Amounts from which a document needs more data. */
import { toCents } from '../money.js';
import type { Cents } from '../priced.js';
import type { DateText } from '../sale.js';
import { type Dated, inForce } from './dated.js';

/** Above it a boleta must identify its client. It is law, not one of the XML's rules. */
const IDENTIFIED: readonly (Dated & { readonly soles: string; readonly source: string })[] = [
  {
    from: '2011-01-01',
    soles: '700.00',
    source:
      'Reglamento de Comprobantes de Pago (RS 007-99/SUNAT and amendments), art. 8; older ' +
      'than any document of this service',
  },
];

/** The most that a boleta to an unidentified client may come to. */
export function anonymousLimit(day: DateText): Cents {
  const row = inForce(IDENTIFIED, day);
  return row === undefined ? 0n : toCents(row.soles);
}
