/** Counts the documents that are signed and not sent yet, by the certificate that signed them. */
import { type Db, poolOf } from '../db.js';
import { MAX_PENDING_COUNTED } from './pendingDocuments.js';

export interface SignedPending {
  /** X.509, DER: the certificate that was in use when they were signed. */
  certificate: Buffer;
  notAfter: Date;
  /** Documents that are sent as soon as nothing holds them. */
  waiting: number;
  /** Documents in review, because the authority refused this certificate. */
  refused: number;
}

/**
 * Without those that may have been sent: they stay where they are. The count stops at
 * `MAX_PENDING_COUNTED`.
 */
export async function listSignedPending(db: Db, businessId: number): Promise<SignedPending[]> {
  const { rows } = await poolOf(db).query<SignedPending>({
    name: 'list_signed_pending',
    text: `SELECT c.certificate, c.not_after AS "notAfter", found.waiting, found.refused
      FROM (
        SELECT signer.id, count(*) FILTER (WHERE e.review_reason IS NULL)::int AS waiting,
          count(e.review_reason)::int AS refused
        FROM (
          SELECT document_id, review_reason FROM emissions
          WHERE business_id = $1 AND review_reason IS NULL AND sends = 0 AND stage = 'signed'
          UNION ALL SELECT document_id, review_reason FROM emissions
          WHERE business_id = $1 AND review_reason = 'certificate' AND sends = 0
          LIMIT ${MAX_PENDING_COUNTED}) AS e
        CROSS JOIN LATERAL (
          SELECT signed_at FROM outcomes WHERE document_id = e.document_id LIMIT 1) AS o
        CROSS JOIN LATERAL (
          SELECT id FROM certificates WHERE business_id = $1 AND created_at <= o.signed_at
          ORDER BY id DESC LIMIT 1) AS signer
        GROUP BY signer.id) AS found
      JOIN certificates c ON c.id = found.id ORDER BY c.id`,
    values: [businessId],
  });
  return rows;
}
