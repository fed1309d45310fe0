/**
 * Takes a document for one worker and one minute: the attempt is counted, and the lease committed,
 * before any work.
 */
import type { Currency, DateText, Issuer, Kind, PendingStage, Sale } from '@rafaga/fiscal';
import { batched } from '../batched.js';
import type { Db } from '../db.js';
import { NOT_RESTORING } from '../restoration/restoration.js';

/**
 * How long a worker may be silent before somebody else takes its document: twice the longest call
 * and a margin.
 */
export const LEASE_MS = 60_000;

/**
 * What one worker leaves alone because its authority is down comes up again after this, for one
 * that has another opinion.
 */
const DECLINED_MS = 1_000;

/**
 * What every write of an attempt carries: a later claim has a higher epoch, and the write is
 * refused.
 */
export interface Fence {
  documentId: number;
  businessId: number;
  epoch: number;
  attempt: number;
  worker: string;
}

export interface Claim extends Fence {
  stage: PendingStage;
  /**
   * Sends of ours of which it is not known whether the authority registered them; what it refused
   * is not among them.
   */
  sends: number;
  /** When it was last about to be sent; absent: the authority cannot have it of us. */
  intentAt?: Date;
  /** How often in a row it said that it does not have it. */
  missing: number;
  /**
   * 1033 or 1032, where the authority said so to a send: something is registered under the number,
   * ours or not.
   */
  claimedCode: string | null;
  /**
   * A send of ours ended without an answer, or without a word of its worker: it may really have
   * arrived.
   */
  unanswered: boolean;
  /** Attempts in a row that ended without a word, up to this one. */
  crashes: number;
  /** The database's clock at the claim. */
  now: Date;
  document: {
    kind: Kind;
    series: string;
    number: number;
    issueDate: DateText;
    currency: Currency;
    total: string;
    /** The client's document number. */
    client: string;
    createdAt: Date;
    deadline: DateText;
    requestId: string;
  };
  /** Absent once it is signed. */
  sale?: Sale;
  signed?: { digest: string; zip: { objectKey: string; sha256: Buffer }; at: Date };
  business: {
    issuer: Issuer;
    signatureDigest: 'sha1' | 'sha256';
    authority: 'simulator' | 'beta' | 'production' | 'custom';
    billUrl?: string;
    consultUrl?: string;
    /**
     * What a 1033 means after a send that may have arrived, where the authority cannot be asked.
     */
    unprovenPolicy: 'review' | 'presume';
    prints: boolean;
    certificate?: { id: number; notBefore: Date; notAfter: Date; since: Date };
    /** When its credentials at the authority were last changed; absent: it has none. */
    accessAt?: Date;
  };
}

interface Row {
  id: string;
  business_id: number;
  epoch: number;
  attempts: number;
  stage: Claim['stage'];
  sends: number;
  intent_at: Date | null;
  missing: number;
  crashes: number;
  claimed_code: string | null;
  unanswered: boolean;
  now: Date;
  kind: Kind;
  series: string;
  number: number;
  issue_date: DateText;
  currency: Currency;
  total: string;
  client_document: string;
  created_at: Date;
  deadline: DateText;
  request_id: string;
  sale: Sale | null;
  digest: string | null;
  zip_key: string | null;
  zip_sha256: Buffer | null;
  signed_at: Date | null;
  ruc: string;
  legal_name: string;
  trade_name: string | null;
  address: string | null;
  ubigeo: string | null;
  signature_digest: 'sha1' | 'sha256';
  authority: Claim['business']['authority'];
  bill_url: string | null;
  consult_url: string | null;
  unproven_policy: 'review' | 'presume';
  prints: boolean;
  certificate_id: number | null;
  not_before: Date | null;
  not_after: Date | null;
  certificate_since: Date | null;
  access_at: Date | null;
}

/** Where a business's documents are sent, in one word: what a breaker is about. */
export const ENDPOINT = `CASE b.authority WHEN 'custom' THEN b.bill_url ELSE b.authority END`;
/** The same word, from a claim. */
export const endpointOf = ({ authority, billUrl }: Claim['business']): string =>
  authority === 'custom' ? (billUrl ?? '') : authority;

// Keys alone lead to what grows: see emissions.ts.
const CLAIM = `
  WITH free AS (
    SELECT e.document_id FROM emissions e JOIN businesses b ON b.id = e.business_id
    WHERE e.document_id = ANY ($1) AND e.stage <> 'review'
      AND (e.lease_until IS NULL OR e.lease_until <= now())
      AND (e.not_before IS NULL OR e.not_before <= now())
      AND (b.paused_until IS NULL OR b.paused_until <= now())
      -- what was issued for one environment is never sent to another
      AND e.destination = ${ENDPOINT}
      AND (e.stage = 'recorded' OR ${ENDPOINT} <> ALL ($4))
      AND ${NOT_RESTORING}
    FOR NO KEY UPDATE OF e SKIP LOCKED),
  avoided AS (
    SELECT e.document_id FROM emissions e JOIN businesses b ON b.id = e.business_id
    WHERE cardinality($4::text[]) > 0 AND e.document_id = ANY ($1) AND e.stage <> 'review' AND e.lease_owner IS NULL
      AND e.stage <> 'recorded' AND ${ENDPOINT} = ANY ($4)
    FOR NO KEY UPDATE OF e SKIP LOCKED),
  declined AS (
    UPDATE emissions e SET next_at = greatest(e.not_before, now() + ${DECLINED_MS} * interval '1 ms')
    WHERE e.document_id = ANY (ARRAY(SELECT document_id FROM avoided))),
  taken AS (
    UPDATE emissions e SET
      epoch = e.epoch + 1, attempts = e.attempts + 1, crashes = e.crashes + (e.lease_owner IS NOT NULL)::int,
      unanswered = e.unanswered OR (e.lease_owner IS NOT NULL AND e.sends > 0),
      lease_owner = $2, lease_until = now() + $3 * interval '1 ms'
    WHERE e.document_id = ANY (ARRAY(SELECT document_id FROM free))
    RETURNING e.*),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, worker)
    SELECT document_id, business_id, attempts, 'taken', lease_owner FROM taken t
    -- an attempt that was given back uncounted has its row: the timeline tells of attempts, not of every ring
    WHERE t.retry_class IS NULL
      OR NOT EXISTS (SELECT FROM attempts a WHERE a.document_id = ANY ($1) AND a.document_id = t.document_id AND a.attempt = t.attempts AND a.step = 'taken'))
  SELECT d.id, e.business_id, e.epoch, e.attempts, e.stage, e.sends, e.intent_at, e.missing, e.crashes, e.claimed_code, e.unanswered, e.deadline::text, now(),
    d.kind, d.series, d.number, d.issue_date::text, d.currency, d.total, d.client_document, d.created_at, d.request_id,
    CASE WHEN o.document_id IS NULL THEN d.sale END AS sale, o.digest, o.signed_at, f.object_key AS zip_key, f.sha256 AS zip_sha256,
    b.ruc, b.legal_name, b.trade_name, b.address, b.ubigeo, b.signature_digest, b.authority, b.bill_url, b.consult_url, b.unproven_policy,
    cardinality(b.print_formats) > 0 AS prints,
    c.id AS certificate_id, c.not_before, c.not_after, c.created_at AS certificate_since, a.updated_at AS access_at
  FROM taken e
  JOIN documents d ON d.id = ANY ($1) AND d.id = e.document_id
  JOIN businesses b ON b.id = e.business_id
  LEFT JOIN outcomes o ON o.document_id = ANY ($1) AND o.document_id = e.document_id
  LEFT JOIN files f ON f.document_id = ANY ($1) AND f.document_id = e.document_id AND f.kind = 'zip'
  LEFT JOIN certificates c ON c.business_id = e.business_id AND c.active
  LEFT JOIN accesses a ON a.business_id = e.business_id`;

interface Wanted {
  documentId: number;
  worker: string;
  avoid: readonly string[];
}

const claimAll = batched<Wanted, Claim | undefined>(async (db, wanted) => {
  // a process has one name and one opinion of what is down: the last is as good as any
  const { worker, avoid } = wanted.at(-1) as Wanted;
  const ids = [...new Set(wanted.map(({ documentId }) => documentId))];
  const { rows } = await db.pool.query<Row>({
    name: 'claim',
    text: CLAIM,
    values: [ids, worker, LEASE_MS, avoid],
  });
  const claims = new Map(rows.map((row) => [Number(row.id), toClaim(row, worker)]));
  return wanted.map(({ documentId }) => {
    const found = claims.get(documentId);
    // asked for twice in one group: the first has it
    claims.delete(documentId);
    return found;
  });
});

/**
 * @param worker names the process, on the lease and in the timeline
 * @param avoid endpoints that are down: what is signed and would go there is left alone
 * @returns undefined when there is nothing to take: settled, in review, held by another, not due
 * yet, or its business is paused
 */
export function claim(
  db: Db,
  documentId: number,
  worker: string,
  avoid: readonly string[] = [],
): Promise<Claim | undefined> {
  return claimAll(db, { documentId, worker, avoid });
}

function toClaim(row: Row, worker: string): Claim {
  return {
    documentId: Number(row.id),
    businessId: row.business_id,
    epoch: row.epoch,
    attempt: row.attempts,
    worker,
    stage: row.stage,
    sends: row.sends,
    ...(row.intent_at && { intentAt: row.intent_at }),
    missing: row.missing,
    crashes: row.crashes,
    claimedCode: row.claimed_code,
    unanswered: row.unanswered,
    now: row.now,
    document: {
      kind: row.kind,
      series: row.series,
      number: row.number,
      issueDate: row.issue_date,
      currency: row.currency,
      total: row.total,
      client: row.client_document,
      createdAt: row.created_at,
      deadline: row.deadline,
      requestId: row.request_id,
    },
    ...(row.sale && { sale: row.sale }),
    ...(row.digest !== null &&
      row.zip_key !== null &&
      row.zip_sha256 !== null &&
      row.signed_at && {
        signed: {
          digest: row.digest,
          zip: { objectKey: row.zip_key, sha256: row.zip_sha256 },
          at: row.signed_at,
        },
      }),
    business: toBusiness(row),
  };
}

const toBusiness = (row: Row): Claim['business'] => ({
  issuer: {
    ruc: row.ruc,
    legalName: row.legal_name,
    ...(row.trade_name !== null && { tradeName: row.trade_name }),
    ...(row.address !== null && { address: row.address }),
    ...(row.ubigeo !== null && { ubigeo: row.ubigeo }),
  },
  signatureDigest: row.signature_digest,
  authority: row.authority,
  ...(row.bill_url !== null && { billUrl: row.bill_url }),
  ...(row.consult_url !== null && { consultUrl: row.consult_url }),
  unprovenPolicy: row.unproven_policy,
  prints: row.prints,
  ...(row.certificate_id !== null &&
    row.not_before &&
    row.not_after &&
    row.certificate_since && {
      certificate: {
        id: row.certificate_id,
        notBefore: row.not_before,
        notAfter: row.not_after,
        since: row.certificate_since,
      },
    }),
  ...(row.access_at && { accessAt: row.access_at }),
});
