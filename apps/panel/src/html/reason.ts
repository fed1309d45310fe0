/** The reason that a person gives for an action: it stands in the audit. */
import { MAX_REASON } from '@rafaga/operations';

const MIN_REASON = 5;

/** A business reads what is written about it in its own audit. */
export const REASON_HINT =
  'Queda en la auditoría, con tu nombre. Si es sobre un negocio, también lo lee el negocio.';

/** Undefined when a note, which may be left out, can be kept. */
export const noteFault = (note: string): string | undefined =>
  note.length > MAX_REASON ? 'Escribe hasta 1,000 caracteres: queda en la auditoría.' : undefined;

/**
 * Undefined when the reason can be kept.
 * @param request what its field asks for
 */
export const reasonFault = (reason: string, request = 'Di por qué'): string | undefined =>
  reason.length < MIN_REASON || reason.length > MAX_REASON
    ? `${request}, de ${MIN_REASON} a 1,000 caracteres: queda en la auditoría.`
    : undefined;
