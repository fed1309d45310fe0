/**
 * The stages of a document from its issue to the authority's decision, and the events that change
 * them. The SQL of packages/db takes its stages from this table, and a test compares it with the
 * diagram in the worker's README.
 */

/** Stages in which workers process a document. */
export const PENDING_STAGES = ['recorded', 'signed', 'sending'] as const;
export type PendingStage = (typeof PENDING_STAGES)[number];

export type Stage = PendingStage | 'review' | 'settled';

interface StageChange {
  from: readonly (Stage | 'none')[];
  to: readonly Stage[];
}

export const STAGE_CHANGES = {
  /** The API stores the sale and answers 201. */
  issue: { from: ['none'], to: ['recorded'] },
  /** The worker stores the signature and does not send the document yet. */
  sign: { from: ['recorded'], to: ['signed'] },
  /** The worker is about to send: from now on the authority may have the document. */
  send: { from: PENDING_STAGES, to: ['sending'] },
  /** The authority did not receive this send, and cannot have received an earlier one. */
  not_received: { from: ['sending'], to: ['signed'] },
  /** The worker has evidence of the authority's decision. */
  settle: { from: PENDING_STAGES, to: ['settled'] },
  /** Workers stop processing the document until a person acts. */
  review: { from: PENDING_STAGES, to: ['review'] },
  /** A person, or a CDR that arrived later, returns the document to the workers. */
  resume: { from: ['review'], to: PENDING_STAGES },
  /** One person proposes the outcome and another confirms it. */
  resolve: { from: ['review'], to: ['settled'] },
} as const satisfies Record<string, StageChange>;

export type StageEvent = keyof typeof STAGE_CHANGES;
