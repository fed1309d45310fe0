/**
 * The advice for a settled document of which a CDR or an inquiry says the opposite. Nothing changes
 * by itself: a person compares with SUNAT what counts. Pure.
 */
import type { DocumentSummary } from '@rafaga/db';
import { moment } from '../html/formats.js';
import { codeSays } from './codeWords.js';
import type { Advice, OtherCdr, Surroundings } from './sentences.js';
import { forOperators, ISSUE_AGAIN } from './sentences.js';

export const adviseOnContradicted = (
  { resolution }: Pick<DocumentSummary, 'resolution'>,
  state: 'accepted' | 'rejected',
  cdr: OtherCdr,
  around: Surroundings,
): Advice => ({
  happened:
    `${resolution === 'discarded' ? DISCARDED : SETTLED[state]} Pero la constancia (CDR) que ` +
    `llegó el ${moment(cdr.receivedAt)} dice lo contrario: SUNAT lo tiene como ` +
    `${cdr.state === 'accepted' ? 'aceptado' : 'rechazado'} (${saidBy(cdr)}).`,
  next: `${STAYS} La constancia se guarda aparte.`,
  you: forOperators(state === 'accepted' ? IF_REJECTED : IF_ACCEPTED, around),
});

/** SUNAT answered a person that it has the document, accepted. */
export const adviseOnShownAccepted = (
  { resolution }: Pick<DocumentSummary, 'resolution'>,
  around: Surroundings,
): Advice => ({
  happened:
    `${resolution === 'discarded' ? DISCARDED : SETTLED.rejected} Pero SUNAT contestó a una ` +
    'consulta lo contrario: lo tiene como aceptado.',
  next: STAYS,
  you: forOperators(IF_ACCEPTED, around),
});

const STAYS = 'Nada por sí solo: queda como se resolvió, y así lo ve el negocio en la API.';

const SETTLED = {
  accepted: 'Quedó resuelto como aceptado.',
  rejected: 'Quedó resuelto como rechazado.',
};
const DISCARDED = 'Dos personas lo descartaron.';

const saidBy = ({ code, description }: OtherCdr): string =>
  `${code}: ${description.trim().replace(/\.$/, '') || codeSays(code)}`;

const LOOK = 'Mira en SOL cómo consta este comprobante.';

const IF_REJECTED =
  `${LOOK} Si consta como aceptado, no hace falta nada más. Si consta como rechazado, la venta ` +
  `quedó sin comprobante: ${ISSUE_AGAIN}; avisa a quien la hizo.`;

const IF_ACCEPTED =
  `${LOOK} Si consta como aceptado, la venta ya tiene comprobante: avisa a quien la hizo y, si ` +
  'se emitió otra vez con otra referencia, da de baja en SUNAT uno de los dos. Si consta como ' +
  'rechazado, vale lo resuelto.';
