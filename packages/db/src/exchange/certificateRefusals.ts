/**
 * Counts refusals of a certificate or a signature. One document's refusal may be caused by that
 * document. When two documents are refused within minutes, without an acceptance in between, the
 * certificate is the cause, and the business is paused.
 */
import { type Db, poolOf } from '../db.js';
import { type BusinessPause, HELD, PAUSE } from './pause.js';
import { PROBE_DUE } from './probe.js';

/**
 * SQL: the authority refused the certificate "c" of the business "b" within the last day. A pause
 * renews its refusal each half hour, while the certificate is the same.
 */
export const CERTIFICATE_REFUSED =
  "(b.certificate_refused_at >= greatest(c.created_at, now() - interval '1 day')) IS TRUE";

interface Refused {
  businessId: number;
  documentId: number;
}

/** Two refusals that are further apart count as unrelated. */
const TOGETHER = `interval '10 minutes'`;
/**
 * The distance of ids within which to search for acceptances: ids grow by 1024 a millisecond, and
 * what was sent between two documents was mostly issued near them.
 */
const NEAR_IDS = 10 * 60_000 * 1_024;

const REFUSE = `
  WITH was AS (
    SELECT id, certificate_refused_at AS at, certificate_refused_document AS document,
      (paused_until >= $4) IS TRUE AS held, (paused_until > now()) IS TRUE AS resting
    FROM businesses WHERE id = $1
      -- the next certificate is not the refused one
      AND NOT EXISTS (SELECT FROM certificates
        WHERE business_id = $1 AND created_at > $5 AND created_at <= now())
    FOR NO KEY UPDATE OF businesses),
  judged AS (
    SELECT was.*, (document <> $2 AND at > now() - ${TOGETHER} AND NOT EXISTS (
        SELECT FROM outcomes o
        WHERE o.document_id BETWEEN least(was.document, $2) - ${NEAR_IDS}
          AND greatest(was.document, $2) + ${NEAR_IDS}
          AND o.business_id = $1 AND o.state = 'accepted' AND o.evidence = 'cdr'
            AND o.settled_at > was.at)) IS TRUE AS again
    FROM was)
  UPDATE businesses b SET certificate_refused_at = now(), certificate_refused_document = $2,
    paused_until = CASE WHEN j.again AND NOT j.held THEN now() + ${PAUSE}
      ELSE b.paused_until END,
    probe_at = CASE WHEN j.again AND NOT j.held THEN ${PROBE_DUE} ELSE b.probe_at END,
    pause_reason = CASE WHEN j.again AND NOT j.held THEN $3 ELSE b.pause_reason END,
    updated_at = CASE WHEN j.again AND NOT j.held THEN now() ELSE b.updated_at END
  FROM judged j WHERE b.id = j.id
  RETURNING j.again AND NOT j.resting AS fresh`;

/**
 * Records that the authority refused the certificate of a document, unless it was replaced since it
 * was read; the second document pauses the business.
 * @returns whether this call began a pause
 */
export async function refuseCertificate(
  db: Db,
  { businessId, documentId }: Refused,
  { reason, readAt }: BusinessPause,
): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ fresh: boolean }>({
    name: 'refuse_certificate',
    text: REFUSE,
    values: [businessId, documentId, reason, HELD, readAt],
  });
  return rows[0]?.fresh ?? false;
}

interface Accepted {
  businessId: number;
  /** When the business was read: a refusal since then stays. */
  readAt: Date;
  signedAt: Date;
}

/**
 * Clears the refusal of the certificate with which the authority has accepted a document, so that
 * it signs again what is issued during a pause.
 */
export async function acceptCertificate(
  db: Db,
  { businessId, readAt, signedAt }: Accepted,
): Promise<void> {
  await poolOf(db).query({
    name: 'accept_certificate',
    text: `UPDATE businesses b
      SET certificate_refused_at = NULL, certificate_refused_document = NULL
      WHERE b.id = $1 AND b.certificate_refused_at <= $2
        AND EXISTS (SELECT FROM certificates c
          WHERE c.business_id = b.id AND c.active AND c.created_at <= $3)`,
    values: [businessId, readAt, signedAt],
  });
}
