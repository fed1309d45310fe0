/** Converts a row of the claim statement into a claim. */
import type { Currency, DateText, Kind, Sale } from '@rafaga/fiscal';
import type { Claim } from './claimed.js';

export interface ClaimRow {
  id: string;
  business_id: number;
  epoch: number;
  attempts: number;
  stage: Claim['stage'];
  sends: number;
  intent_at: Date | null;
  missing: number;
  unclear_answers: number;
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
  probes: boolean;
  resting: boolean;
  certificate_refused: boolean;
  prints: boolean;
  certificate_id: number | null;
  not_before: Date | null;
  not_after: Date | null;
  certificate_since: Date | null;
  access_at: Date | null;
  /** Absent without tracing. */
  traceparent?: string | null;
}

/** No spread: V8 makes a hidden class for each object of a literal that begins with one. */
export function toClaim(row: ClaimRow, worker: string): Claim {
  return {
    documentId: Number(row.id),
    businessId: row.business_id,
    epoch: row.epoch,
    attempt: row.attempts,
    worker,
    stage: row.stage,
    sends: row.sends,
    intentAt: row.intent_at ?? undefined,
    missing: row.missing,
    unclearAnswers: row.unclear_answers,
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
    traceparent: row.traceparent ?? undefined,
    sale: row.sale ?? undefined,
    signed: toSigned(row),
    business: toBusiness(row),
  };
}

const toBusiness = (row: ClaimRow): Claim['business'] => ({
  issuer: {
    ruc: row.ruc,
    legalName: row.legal_name,
    tradeName: row.trade_name ?? undefined,
    address: row.address ?? undefined,
    ubigeo: row.ubigeo ?? undefined,
  },
  signatureDigest: row.signature_digest,
  authority: row.authority,
  billUrl: row.bill_url ?? undefined,
  consultUrl: row.consult_url ?? undefined,
  unprovenPolicy: row.unproven_policy,
  probes: row.probes,
  resting: row.resting,
  certificateRefused: row.certificate_refused,
  prints: row.prints,
  certificate: toCertificate(row),
  accessAt: row.access_at ?? undefined,
});

function toSigned({ digest, zip_key, zip_sha256, signed_at }: ClaimRow): Claim['signed'] {
  if (digest === null || zip_key === null || zip_sha256 === null || signed_at === null)
    return undefined;
  return { digest, zip: { objectKey: zip_key, sha256: zip_sha256 }, at: signed_at };
}

function toCertificate(row: ClaimRow): Claim['business']['certificate'] {
  const { certificate_id: id, not_before, not_after, certificate_since: since } = row;
  if (id === null || not_before === null || not_after === null || since === null) return undefined;
  return { id, notBefore: not_before, notAfter: not_after, since };
}
