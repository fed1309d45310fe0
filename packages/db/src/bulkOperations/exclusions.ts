/**
 * Decides which documents a bulk operation excludes, and why. The plan and the execution use the
 * same function, so that a document that changed in between is excluded too.
 */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import type { ReviewReason } from '../exchange/emissionStates.js';
import { ENDPOINT } from '../exchange/endpoint.js';
import { shownAccepted } from '../support/inquiries.js';
import type { Resolution } from '../support/resolveReview.js';

/** The action that an operation performs on each document. */
export type OperationTask =
  | { action: 'resume' }
  /** Ends reviews by the decision of persons: a second one approves it before it begins. */
  | { action: 'resolve'; resolution: Resolution };

/** The data of one document that a task depends on. */
export interface DocumentFacts {
  documentId: number;
  reference: string;
  ruc: string;
  legalName: string;
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  currency: string;
  /** Decimal text. */
  total: string;
  /** Null when it is settled. */
  stage: 'recorded' | 'signed' | 'sending' | 'review' | null;
  /** Incremented by every claim and every resume. */
  epoch: number | null;
  reviewReason: ReviewReason | null;
  lastCode: string | null;
  /** Whether the authority may have it: a send may have arrived, or its number is taken there. */
  mayBeThere: boolean;
  /** Whether an inquiry has shown that the authority has it, accepted. */
  shownAccepted: boolean;
  signed: boolean;
  held: boolean;
  elsewhere: boolean;
  paused: boolean;
  /** Whether it was resumed and no worker has claimed it since. */
  resumed: boolean;
  /** Whether a proposal about it waits for a second person. */
  proposed: boolean;
  /** The operation that still has to process it; null when there is none. */
  operationId: number | null;
}

export type Exclusion =
  | 'settled'
  | 'held'
  | 'elsewhere'
  | 'paused'
  /** It was resumed and waits for a worker: a second resume would change nothing. */
  | 'resumed'
  /** Two persons had resolved it before a restoration: it must not be sent with many others. */
  | 'decided'
  | 'not_in_review'
  | 'never_signed'
  /** It is to be discarded, and the authority has it accepted: its sale would be issued twice. */
  | 'shown_accepted'
  | 'proposed'
  | 'other_operation'
  /** It was claimed or resumed after the plan. */
  | 'changed';

/** @param operationId the operation that processes it; undefined while a plan is made */
export function exclusionOf(
  task: OperationTask,
  facts: DocumentFacts,
  operationId?: number,
): Exclusion | undefined {
  if (facts.stage === null) return 'settled';
  if (facts.operationId !== null && facts.operationId !== operationId) return 'other_operation';
  if (facts.proposed) return 'proposed';
  return task.action === 'resume' ? notResumable(facts) : notResolvable(task.resolution, facts);
}

function notResumable(facts: DocumentFacts): Exclusion | undefined {
  if (facts.held) return 'held';
  if (facts.elsewhere) return 'elsewhere';
  if (facts.paused) return 'paused';
  if (facts.reviewReason === 'decided') return 'decided';
  return facts.resumed && facts.stage !== 'review' ? 'resumed' : undefined;
}

function notResolvable(resolution: Resolution, facts: DocumentFacts): Exclusion | undefined {
  if (facts.stage !== 'review') return 'not_in_review';
  if (resolution === 'discarded') return facts.shownAccepted ? 'shown_accepted' : undefined;
  return facts.signed ? undefined : 'never_signed';
}

/**
 * SQL: the facts of the documents $1, in their order. OFFSET 0 makes PostgreSQL look up each by its
 * index.
 */
export const SELECT_FACTS = `
  SELECT d.id::text AS "documentId", d.reference, b.ruc, b.legal_name AS "legalName",
    d.environment, d.kind, d.series, d.number, d.currency, d.total::text,
    e.stage, e.epoch, e.review_reason AS "reviewReason", e.last_code AS "lastCode",
    (e.sends > 0 OR e.claimed_code IS NOT NULL) IS TRUE AS "mayBeThere",
    ${shownAccepted('d.id')} AS "shownAccepted",
    o.document_id IS NOT NULL AS signed, (e.lease_until > now()) IS TRUE AS held,
    (e.destination <> ${ENDPOINT}) IS TRUE AS elsewhere,
    (b.paused_until > now()) IS TRUE AS paused, (last.step = 'resumed') IS TRUE AS resumed,
    p.id IS NOT NULL AS proposed, i.operation_id AS "operationId"
  FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
  JOIN documents d ON d.id = wanted.id
  JOIN businesses b ON b.id = d.business_id
  LEFT JOIN LATERAL (SELECT * FROM emissions WHERE document_id = d.id OFFSET 0) AS e ON true
  LEFT JOIN LATERAL (SELECT document_id FROM outcomes
    WHERE document_id = d.id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT step FROM attempts
    WHERE document_id = d.id ORDER BY id DESC LIMIT 1) AS last ON true
  LEFT JOIN LATERAL (SELECT id FROM proposals
    WHERE document_id = d.id AND decided_at IS NULL OFFSET 0) AS p ON true
  LEFT JOIN LATERAL (SELECT operation_id FROM operation_items
    WHERE document_id = d.id AND state = 'pending' OFFSET 0) AS i ON true
  ORDER BY wanted.place`;

export type FactsRow = Omit<DocumentFacts, 'documentId'> & { documentId: string };

export const toFacts = (row: FactsRow): DocumentFacts => ({
  ...row,
  documentId: Number(row.documentId),
});
