/** Spanish words for the outcome of an inquiry to SUNAT, and what it means for a review. */
import type {
  Compared,
  DocumentSummary,
  InquiryAnswer,
  InquiryOutcome,
  Resolution,
} from '@rafaga/db';

export const INQUIRY: Readonly<Record<InquiryOutcome, string>> = {
  ours_accepted: 'SUNAT tiene este comprobante, aceptado.',
  ours_rejected: 'SUNAT tiene este comprobante, rechazado.',
  other: 'SUNAT tiene otro comprobante con este número.',
  taken: 'SUNAT tiene un comprobante con este número, y no muestra si es este.',
  voided: 'SUNAT tiene este número dado de baja.',
  not_found: 'SUNAT no tiene un comprobante con este número.',
  not_as_ours:
    'SUNAT no conoce un comprobante con este número, esta fecha y este total. Podría tener otro ' +
    'con el mismo número.',
  refused: 'SUNAT no admitió la pregunta: revisa el acceso del negocio.',
  no_answer: 'SUNAT no dio una respuesta que se pueda leer: no se sabe si lo tiene.',
  cannot_ask: 'No hay cómo preguntar a SUNAT por este comprobante.',
};

/**
 * Whether SUNAT may have something under the number of a document. A document that was never sent
 * and is not in review cannot be there; when the first send was refused, as by 1033, it counts as
 * never sent.
 */
export const isWorthAsking = ({ emission }: Pick<DocumentSummary, 'emission'>): boolean =>
  emission === null || emission.sends > 0 || emission.stage === 'review';

/**
 * The resolution that each outcome suggests for a review; other outcomes prove nothing. A document
 * that SUNAT lacks should rather be resumed than discarded, as long as it can be sent.
 */
export const SUGGESTED: Readonly<Partial<Record<InquiryOutcome, Resolution>>> = {
  ours_accepted: 'accepted',
  ours_rejected: 'rejected',
  voided: 'rejected',
  other: 'discarded',
  not_found: 'discarded',
  not_as_ours: 'discarded',
};

/** What the services showed, as one side of a comparison; undefined when none answered. */
export function theirsOf(answers: readonly InquiryAnswer[]): Compared['theirs'] | undefined {
  const [first, second] = answers;
  if (!first) return undefined;
  const { code, receiver, receivedAt, digest } = first;
  const known = first.known ?? second?.known;
  return {
    said: answers.map(({ said }) => said).join(' · '),
    ...(code !== undefined && { code }),
    ...(receiver !== undefined && { receiver }),
    ...(receivedAt !== undefined && { receivedAt }),
    ...(digest !== undefined && { digest }),
    ...(known !== undefined && { known }),
  };
}
