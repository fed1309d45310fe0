/** Ends a review by the decision of two persons; audited. */
import type { By, Tx } from '../admin/audit.js';
import { stageBefore } from '../stageSql.js';
import { shownAccepted } from './inquiries.js';

/** The decisions that persons can make about a document in review. */
export type Resolution = 'accepted' | 'rejected' | 'discarded';

/** A decision, as it is stored beside the database. */
export interface Decision {
  documentId: number;
  resolution: Resolution;
  actor: string;
  reason: string;
}

/**
 * Stores a decision where a restored database does not reach. It is called before the commit: a
 * decision that is only there puts a restored document into review at worst.
 */
export type KeepDecision = (decision: Decision) => Promise<void>;

/** The decision could not be stored beside the database, and nothing has changed. */
export class DecisionNotKept extends Error {
  override name = 'DecisionNotKept';
}

/**
 * The outcome of each decision. Discarded: the authority does not have the document and will not
 * get it; its number stays unused, and it counts as rejected.
 */
const RESOLVED: Record<Resolution, { state: 'accepted' | 'rejected'; description: string }> = {
  accepted: {
    state: 'accepted',
    description: 'Aceptado por decisión de dos personas, según lo que consta en SUNAT.',
  },
  rejected: {
    state: 'rejected',
    description: 'Rechazado por decisión de dos personas, según lo que consta en SUNAT.',
  },
  discarded: {
    state: 'rejected',
    description:
      'Descartado por decisión de dos personas: este comprobante no está en SUNAT, y no se ' +
      'enviará más.',
  },
};

const RESOLVE = `
  WITH held AS (
    DELETE FROM emissions e USING documents d LEFT JOIN outcomes o ON o.document_id = d.id
    WHERE e.document_id = $1 AND d.id = e.document_id AND ${stageBefore('resolve', 'e.stage')}
      AND CASE WHEN $5 = 'discarded' THEN NOT ${shownAccepted('d.id')}
        ELSE o.document_id IS NOT NULL END
    RETURNING e.document_id, e.business_id, e.attempts, e.review_reason, e.last_code, e.last_error,
      e.intent_at, d.reference),
  kept AS (
    UPDATE outcomes o SET state = $6, code = held.last_code, description = $7, evidence = 'person',
      settled_at = now(),
      without_cdr = $6 = 'accepted'
    FROM held WHERE o.document_id = held.document_id
    RETURNING o.document_id),
  outcome AS (
    -- never signed: no ON CONFLICT instead of the two, for a row without a signature may not be
    -- accepted, not even proposed
    INSERT INTO outcomes (document_id, business_id, state, code, description, evidence, settled_at)
    SELECT document_id, business_id, $6, last_code, $7, 'person', now() FROM held
    WHERE NOT EXISTS (SELECT 1 FROM kept)),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held
      WHERE r.business_id = held.business_id AND r.key = held.reference),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    SELECT document_id, business_id, attempts, 'resolved', last_code, $5 || coalesce(': ' || $3,
      ''), $2 FROM held)
  INSERT INTO audit (actor, action, business_id, document_id, before, after, reason, request_id)
  SELECT $2, 'document.resolve', business_id, document_id,
    jsonb_build_object('reason', review_reason, 'code', last_code, 'error', last_error),
      jsonb_build_object('as', $5::text), $3, $4
  FROM held`;

/**
 * Ends a review by decision, in the transaction of a second person's approval: of a proposal
 * (proposals.ts) or of a bulk operation (performItem.ts).
 * @throws DecisionNotKept
 * @returns false when it is not in review, was never signed and is not to be discarded, or is to be
 *   discarded and an inquiry has shown that the authority has it accepted
 */
export async function resolveReview(
  tx: Tx,
  by: By,
  documentId: number,
  as: Resolution,
  keep: KeepDecision,
): Promise<boolean> {
  const { state, description } = RESOLVED[as];
  const values = [
    documentId,
    by.actor,
    by.reason ?? null,
    by.requestId ?? null,
    as,
    state,
    description,
  ];
  if ((await tx.$executeRawUnsafe(RESOLVE, ...values)) !== 1) return false;
  const decision = { documentId, resolution: as, actor: by.actor, reason: by.reason ?? '' };
  await keep(decision).catch((cause) => {
    throw new DecisionNotKept('the file store does not take the decision', { cause });
  });
  return true;
}
