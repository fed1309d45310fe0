/** Reads a document for support: its business, its outcome and its pending work. */
import type { Currency, Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import type {
  Compared,
  EvidenceKind,
  ReviewReason,
  WaitClass,
} from '../exchange/emissionStates.js';
import { ENDPOINT } from '../exchange/endpoint.js';
import { DUE_AT } from '../exchange/sweep.js';
import { type Scope, scopeParameter } from '../scope.js';
import type { Resolution } from './resolveReview.js';

export interface DocumentSummary {
  documentId: number;
  businessId: number;
  ruc: string;
  reference: string;
  /** The state of its reference, which decides the answer to a repeated request. */
  referenceState: 'finished' | 'review';
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  /** Decimal text. */
  total: string;
  currency: Currency;
  clientDocument: string;
  clientName: string;
  /** YYYY-MM-DD */
  issueDate: string;
  createdAt: Date;
  /** Null while it is pending. */
  state: 'accepted' | 'rejected' | null;
  code: string | null;
  description: string | null;
  /** Whether it is accepted but its CDR could not be obtained. */
  withoutCdr: boolean;
  /** The evidence of the state; null while pending, and for documents of earlier versions. */
  evidence: EvidenceKind | null;
  /** The decision with which two persons ended its review; null otherwise. */
  resolution: Resolution | null;
  /** Its pending work; null when it is settled. */
  emission: PendingEmission | null;
}

/** A document of a list. */
export interface ListedDocument extends DocumentSummary {
  /** Of its business. */
  legalName: string;
}

export interface PendingEmission {
  stage: 'recorded' | 'signed' | 'sending' | 'review';
  attempts: number;
  sends: number;
  nextAt: Date;
  /**
   * Whether it belongs to an environment that its business has left, so that no worker claims it.
   */
  elsewhere: boolean;
  /** Whether a worker holds its lease now. */
  held: boolean;
  waitClass: WaitClass | null;
  lastCode: string | null;
  lastError: string | null;
  reviewReason: ReviewReason | null;
  /** Our data beside the authority's; null until they are compared. */
  compared: Compared | null;
  /** The last day on which the authority accepts it. */
  deadline: string;
}

/**
 * OFFSET 0 makes PostgreSQL look up the few documents of a page by index, whatever the statistics
 * of the tables say.
 */
const SELECT = `
  SELECT d.id AS "documentId", d.business_id AS "businessId", b.ruc,
    b.legal_name AS "legalName", d.reference, r.state AS "referenceState",
    d.environment, d.kind, d.series, d.number, d.total::text, d.currency,
    d.client_document AS "clientDocument", d.client_name AS "clientName",
    d.issue_date::text AS "issueDate", d.created_at AS "createdAt",
    o.state, o.code, o.description, coalesce(o.without_cdr, false) AS "withoutCdr", o.evidence,
    CASE WHEN o.state IS NOT NULL AND coalesce(o.evidence, 'person') = 'person'
      THEN (SELECT split_part(detail, ':', 1) FROM attempts
        WHERE document_id = d.id AND step = 'resolved' ORDER BY id DESC LIMIT 1) END AS resolution,
    CASE WHEN e.document_id IS NOT NULL
      THEN json_build_object('stage', e.stage, 'attempts', e.attempts, 'sends', e.sends,
      'nextAt', ${DUE_AT}, 'elsewhere', e.destination <> ${ENDPOINT}, 'held',
        (e.lease_until > now()) IS TRUE, 'waitClass', e.retry_class, 'lastCode', e.last_code,
      'lastError', e.last_error, 'reviewReason', e.review_reason, 'compared', e.compared,
        'deadline', e.deadline::text) END AS emission
  FROM documents d
  JOIN businesses b ON b.id = d.business_id
  JOIN LATERAL (SELECT state FROM "references"
    WHERE key = d.reference AND business_id = d.business_id OFFSET 0) AS r ON true
  LEFT JOIN LATERAL (SELECT state, code, description, without_cdr, evidence FROM outcomes
    WHERE document_id = d.id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT * FROM emissions WHERE document_id = d.id OFFSET 0) AS e ON true`;

/** Finds the documents with a reference: at most one for each business. */
export function findSummariesByReference(
  db: Db,
  reference: string,
  scope: Scope,
): Promise<DocumentSummary[]> {
  return selectSummaries(
    db,
    'find_references',
    `d.id IN (SELECT document_id FROM "references"
      WHERE key = $1 AND ($2::int IS NULL OR business_id = $2)) ORDER BY d.id`,
    [reference, scopeParameter(scope)],
  );
}

export async function findSummary(
  db: Db,
  documentId: number,
): Promise<DocumentSummary | undefined> {
  const [found] = await selectSummaries(db, 'reference_of', 'd.id = $1', [documentId]);
  return found;
}

type Raw = Omit<ListedDocument, 'documentId' | 'emission'> & {
  documentId: string;
  emission: (Omit<PendingEmission, 'nextAt'> & { nextAt: string }) | null;
};

/** @param name of the prepared statement; each `where` needs its own */
export async function selectSummaries(
  db: Db,
  name: string,
  where: string,
  values: unknown[],
): Promise<ListedDocument[]> {
  const found = await poolOf(db).query<Raw>({ name, text: `${SELECT} WHERE ${where}`, values });
  return found.rows.map(({ documentId, emission, ...rest }) => ({
    ...rest,
    documentId: Number(documentId),
    emission: emission && { ...emission, nextAt: new Date(emission.nextAt) },
  }));
}
