/**
 * The stages of a document on its way to the authority, and every event that changes them. The
 * statements of packages/db take their stages from this table; the diagram in the README of the
 * worker is compared with it.
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
  /** The API acknowledges the sale. */
  issue: { from: ['none'], to: ['recorded'] },
  /** Its signature is recorded, and it is not sent now. */
  sign: { from: ['recorded'], to: ['signed'] },
  /** It is about to be sent: from now on the authority may have it. */
  send: { from: PENDING_STAGES, to: ['sending'] },
  /** The send was not received, and no other one may be registered. */
  not_received: { from: ['sending'], to: ['signed'] },
  /** There is evidence of what the authority decided. */
  settle: { from: PENDING_STAGES, to: ['settled'] },
  /** Only a person can continue. */
  review: { from: PENDING_STAGES, to: ['review'] },
  /** A person, or a CDR that came late, lets the workers go on. */
  resume: { from: ['review'], to: PENDING_STAGES },
  /** Two persons decide. */
  resolve: { from: ['review'], to: ['settled'] },
} as const satisfies Record<string, StageChange>;

export type StageEvent = keyof typeof STAGE_CHANGES;
