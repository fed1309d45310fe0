/**
 * Inquiries: a person requests that the authority be asked about a document, and a worker asks. An
 * inquiry does not change the document, its stage or its lease, and nothing is sent for it.
 */
import type { By } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';

/** The outcome of an inquiry, for the document in question. */
export type InquiryOutcome =
  /** it has this document, accepted or rejected */
  | 'ours_accepted'
  | 'ours_rejected'
  /** it has another document under the number */
  | 'other'
  /** it has a document under the number, but does not show which */
  | 'taken'
  | 'voided'
  /** it has no document under the number */
  | 'not_found'
  /** it has no document with this number, date and total */
  | 'not_as_ours'
  /** it refuses the credentials or the request */
  | 'refused'
  /** it did not answer, or its answer could not be read */
  | 'no_answer'
  /** there is no service to ask, or no credentials for it */
  | 'cannot_ask';

/** The answer of one service. */
export interface InquiryAnswer {
  service: 'getStatusCdr' | 'validarcomprobante';
  /** The text of the authority, or the reason why there is none. */
  said: string;
  code?: string;
  tookMs: number;
  /** The client that its CDR shows. */
  receiver?: string;
  receivedAt?: string;
  digest?: string;
  /** Whether it knows number, date and total together. */
  known?: boolean;
}

export interface Inquiry {
  id: number;
  askedBy: string;
  askedAt: Date;
  takenAt: Date | null;
  /** Null until it is answered. */
  result: { at: Date; outcome: InquiryOutcome; answers: InquiryAnswer[] } | null;
  /** Whether it, or an earlier one since which none showed anything, has shown ours, accepted. */
  shownAccepted: boolean;
}

/**
 * SQL: the last inquiry about a document that showed anything of it has shown that the authority
 * has it, accepted.
 */
export const shownAccepted = (documentId: string): string => `coalesce((
  SELECT outcome = 'ours_accepted' FROM inquiries WHERE document_id = ${documentId}
    AND outcome NOT IN ('taken', 'refused', 'no_answer', 'cannot_ask')
  ORDER BY id DESC LIMIT 1), false)`;

const ASK = `
  WITH asked AS (
    INSERT INTO inquiries (document_id, business_id, asked_by) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING RETURNING document_id, business_id)
  INSERT INTO audit (actor, action, business_id, document_id, request_id)
  SELECT $3, 'document.ask', business_id, document_id, $4 FROM asked`;

/**
 * Requests an inquiry, unless one is waiting; audited.
 * @returns false when the month of the document is closed
 */
export async function requestInquiry(
  db: Db,
  by: By,
  { documentId, businessId }: { documentId: number; businessId: number },
): Promise<boolean> {
  const statement = {
    name: 'ask_authority',
    text: ASK,
    values: [documentId, businessId, by.actor, by.requestId ?? null],
  };
  return poolOf(db)
    .query(statement)
    .then(
      () => true,
      (error) => {
        if (error.constraint !== 'inquiries_document_id_fkey') throw error;
        return false;
      },
    );
}

/** The last inquiry about a document. */
export async function findInquiry(db: Db, documentId: number): Promise<Inquiry | undefined> {
  const { rows } = await poolOf(db).query<{
    id: string;
    askedBy: string;
    askedAt: Date;
    takenAt: Date | null;
    answeredAt: Date | null;
    outcome: InquiryOutcome;
    answers: InquiryAnswer[];
    shownAccepted: boolean;
  }>({
    name: 'find_inquiry',
    // that of one which its worker left has no worker
    text: `SELECT id, asked_by AS "askedBy", asked_at AS "askedAt",
        CASE WHEN worker IS NOT NULL THEN taken_at END AS "takenAt",
        answered_at AS "answeredAt", outcome, answers, ${shownAccepted('$1')} AS "shownAccepted"
      FROM inquiries WHERE document_id = $1 ORDER BY id DESC LIMIT 1`,
    values: [documentId],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { id, answeredAt, outcome, answers, ...inquiry } = row;
  return {
    ...inquiry,
    id: Number(id),
    result: answeredAt && { at: answeredAt, outcome, answers },
  };
}
