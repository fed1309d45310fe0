/** The reason that a person gives for an action: it stands in the audit. */

const MIN_REASON = 5;
const MAX_REASON = 1_000;

/** Undefined when the reason can be kept. */
export const reasonFault = (reason: string): string | undefined =>
  reason.length < MIN_REASON || reason.length > MAX_REASON
    ? `Di por qué, de ${MIN_REASON} a 1,000 caracteres: queda en la auditoría.`
    : undefined;
