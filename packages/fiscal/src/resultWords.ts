/** The words of the API, and of an archived record, for the result of a document. */

export const FISCAL_STATES = {
  pending: 'pendiente',
  accepted: 'aceptado',
  rejected: 'rechazado',
} as const;
export type FiscalState = keyof typeof FISCAL_STATES;

/** What proves the result. */
export const EVIDENCE_WORDS = {
  cdr: 'cdr',
  cdr_query: 'cdr_consultado',
  consult: 'consulta_integrada',
  fault: 'respuesta_sin_cdr',
  presumed: 'presumido',
  person: 'personas',
} as const;
export type Evidence = keyof typeof EVIDENCE_WORDS;

/** What the verification of the CDR's signature found. */
export const CDR_SIGNATURE_WORDS = {
  valid: 'valida',
  unknown_signer: 'firmante_desconocido',
  broken: 'rota',
  absent: 'ausente',
} as const;
