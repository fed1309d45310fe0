/**
 * The claim as one statement. As in fence.ts, PostgreSQL can reach the tables that grow only by the
 * keys in $1.
 */
import { NOT_RESTORING } from '../restoration/restoration.js';
import { CERTIFICATE_REFUSED } from './certificateRefusals.js';
import { ENDPOINT } from './endpoint.js';
import { NOTE_CRASH } from './fence.js';
import { RESTING } from './probe.js';
import { NOT_PAUSED } from './queuePauses.js';

/** When a worker declines a document, it is due again after this time, for another worker. */
const DECLINED_MS = 1_000;

/** The columns that a claim reads of each document. */
const COLUMNS = `d.id, e.business_id, e.epoch, e.attempts, e.stage, e.sends, e.intent_at,
    e.missing, e.unclear_answers, e.crashes, e.claimed_code, e.unanswered, e.deadline::text, now(),
    d.kind, d.series, d.number, d.issue_date::text, d.currency, d.total, d.client_document,
    d.created_at, d.request_id, CASE WHEN o.document_id IS NULL THEN d.sale END AS sale,
    o.digest, o.signed_at, f.object_key AS zip_key, f.sha256 AS zip_sha256,
    b.ruc, b.legal_name, b.trade_name, b.address, b.ubigeo, b.signature_digest, b.authority,
    b.bill_url, b.consult_url, b.unproven_policy, b.probe_at IS NOT NULL AS probes,
    ${RESTING} AS resting, ${CERTIFICATE_REFUSED} AS certificate_refused,
    cardinality(b.print_formats) > 0 AS prints,
    c.id AS certificate_id, c.not_before, c.not_after, c.created_at AS certificate_since,
    a.updated_at AS access_at`;

/**
 * SQL: whether the last attempt counts as a crash: its worker never released the lease. If
 * PostgreSQL has started since the last step of the attempt, the worker may only have been unable
 * to write, and the document is not at fault.
 */
const CRASHED = `(e.lease_owner IS NOT NULL AND (
        SELECT max(a.at) < pg_postmaster_start_time() FROM attempts a
        WHERE a.document_id = ANY ($1) AND a.document_id = e.document_id) IS NOT TRUE)`;

const claimStatement = ({ column, join }: { column: string; join: string }): string => `
  WITH free AS (
    SELECT e.document_id FROM emissions e JOIN businesses b ON b.id = e.business_id
    WHERE e.document_id = ANY ($1) AND e.stage <> 'review'
      AND (e.lease_until IS NULL OR e.lease_until <= now())
      AND (e.not_before IS NULL OR e.not_before <= now())
      -- what is not signed yet can be signed meanwhile
      AND (e.stage = 'recorded' OR NOT ${RESTING})
      -- a document issued for one environment is never sent to another
      AND e.destination = ${ENDPOINT}
      AND (e.stage = 'recorded' OR ${ENDPOINT} <> ALL ($4))
      AND ${NOT_RESTORING} AND ${NOT_PAUSED}
    FOR NO KEY UPDATE OF e SKIP LOCKED),
  avoided AS (
    SELECT e.document_id FROM emissions e JOIN businesses b ON b.id = e.business_id
    WHERE cardinality($4::text[]) > 0 AND e.document_id = ANY ($1) AND e.stage <> 'review'
      AND e.lease_owner IS NULL AND e.stage <> 'recorded' AND ${ENDPOINT} = ANY ($4)
    FOR NO KEY UPDATE OF e SKIP LOCKED),
  declined AS (
    UPDATE emissions e
    SET next_at = greatest(e.not_before, now() + ${DECLINED_MS} * interval '1 ms')
    WHERE e.document_id = ANY (ARRAY(SELECT document_id FROM avoided))),
  taken AS (
    UPDATE emissions e SET
      epoch = e.epoch + 1, attempts = e.attempts + 1,
      crashes = e.crashes + ${CRASHED}::int,
      ${NOTE_CRASH},
      lease_owner = $2, lease_until = now() + $3 * interval '1 ms'
    WHERE e.document_id = ANY (ARRAY(SELECT document_id FROM free))
    RETURNING e.*),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, worker)
    SELECT document_id, business_id, attempts, 'taken', lease_owner FROM taken t
    -- an attempt that was given back uncounted has its row already
    WHERE t.retry_class IS NULL OR NOT EXISTS (
      SELECT FROM attempts a
      WHERE a.document_id = ANY ($1) AND a.document_id = t.document_id
        AND a.attempt = t.attempts AND a.step = 'taken'))
  SELECT ${COLUMNS}${column}
  FROM taken e
  JOIN documents d ON d.id = ANY ($1) AND d.id = e.document_id
  JOIN businesses b ON b.id = e.business_id
  LEFT JOIN outcomes o ON o.document_id = ANY ($1) AND o.document_id = e.document_id
  LEFT JOIN files f ON f.document_id = ANY ($1) AND f.document_id = e.document_id
    AND f.kind = 'zip'
  LEFT JOIN certificates c ON c.business_id = e.business_id AND c.active
  LEFT JOIN accesses a ON a.business_id = e.business_id${join}`;

/** Parameters: $1 documents, $2 worker, $3 milliseconds of the lease, $4 endpoints to avoid. */
export const CLAIM = claimStatement({ column: '', join: '' });

/** The same claim, which also reads the traces of the documents. */
export const CLAIM_TRACED = claimStatement({
  column: ', r.traceparent',
  join: `
    LEFT JOIN document_traces r ON r.document_id = ANY ($1) AND r.document_id = e.document_id`,
});
