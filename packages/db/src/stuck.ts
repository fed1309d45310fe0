/** The documents that do not get on by themselves: found, and helped by a person. Every help is audited. */
import type { Kind } from '@rafaga/fiscal';
import type { By, Tx } from './audit.js';
import type { Db } from './db.js';
import type { ReviewReason, WaitClass } from './emissions.js';

export type StuckReason =
  /** a person must decide */
  | 'review'
  /** recorded a minute ago and nobody has taken it */
  | 'untouched'
  /** a send went out, two minutes passed, and nobody is at it */
  | 'unanswered'
  /** its business rests */
  | 'paused'
  /** pending for a quarter of an hour although nothing is down */
  | 'slow'
  /** accepted, and its CDR did not come */
  | 'without_cdr';

export interface Stuck {
  documentId: number;
  businessId: number;
  ruc: string;
  legalName: string;
  reference: string;
  kind: Kind;
  series: string;
  number: number;
  reason: StuckReason;
  since: Date;
  attempts: number;
  nextAt: Date | null;
  waitClass: WaitClass | null;
  lastCode: string | null;
  lastError: string | null;
  reviewReason: ReviewReason | null;
  pausedWhy: string | null;
  deadline: string | null;
}

const HELD = 'e.lease_until > now()';
const REASON = `CASE
    WHEN e.stage = 'review' THEN 'review'
    WHEN b.paused_until > now() THEN 'paused'
    WHEN e.stage = 'recorded' AND e.attempts = 0 AND e.created_at < now() - interval '60 seconds' THEN 'untouched'
    WHEN e.stage = 'sending' AND (${HELD}) IS NOT TRUE AND e.intent_at < now() - interval '2 minutes' THEN 'unanswered'
    WHEN e.created_at < now() - interval '15 minutes' AND e.retry_class IS DISTINCT FROM 'unreachable' THEN 'slow'
  END`;

const OPEN = `
  SELECT e.document_id, ${REASON} AS reason, e.created_at AS since, e.attempts, e.next_at, e.retry_class, e.last_code, e.last_error,
    e.review_reason, e.deadline
  FROM emissions e JOIN businesses b ON b.id = e.business_id
  WHERE ($1::int IS NULL OR e.business_id = $1)`;
const WITHOUT_CDR = `
  SELECT o.document_id, 'without_cdr', o.settled_at, NULL, NULL, NULL, o.code, o.description, NULL, NULL
  FROM outcomes o
  WHERE o.without_cdr AND ($1::int IS NULL OR o.business_id = $1)
    AND o.settled_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'`;

const STUCK = `SELECT * FROM (${OPEN}) AS open WHERE reason IS NOT NULL UNION ALL ${WITHOUT_CDR}`;

const LIST = `
  SELECT s.document_id AS "documentId", d.business_id AS "businessId", b.ruc, b.legal_name AS "legalName", d.reference, d.kind, d.series,
    d.number, s.reason, s.since, coalesce(s.attempts, 0) AS attempts, s.next_at AS "nextAt", s.retry_class AS "waitClass",
    s.last_code AS "lastCode", s.last_error AS "lastError", s.review_reason AS "reviewReason",
    CASE WHEN s.reason = 'paused' THEN b.paused_why END AS "pausedWhy", s.deadline::text
  FROM (SELECT * FROM (${STUCK}) AS each
    WHERE ($3::text IS NULL OR reason = $3) AND ($4::timestamptz IS NULL OR (since, document_id) > ($4, $5::bigint))
    ORDER BY since, document_id LIMIT $2) AS s
  JOIN documents d ON d.id = s.document_id JOIN businesses b ON b.id = d.business_id
  ORDER BY s.since, s.document_id`;

export interface StuckFilter {
  businessId?: number;
  reason?: StuckReason;
  /** The last of the page before. */
  after?: { since: Date; documentId: number };
  limit?: number;
}

/** The oldest first. */
export async function listStuck(db: Db, { businessId, reason, after, limit = 100 }: StuckFilter = {}): Promise<Stuck[]> {
  const { rows } = await db.pool.query<Omit<Stuck, 'documentId'> & { documentId: string }>({
    name: 'list_stuck',
    text: LIST,
    values: [businessId ?? null, limit, reason ?? null, after?.since ?? null, after?.documentId ?? null],
  });
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

/** How many of each, and since when the oldest. */
export async function countStuck(db: Db, businessId?: number): Promise<{ reason: StuckReason; count: number; oldest: Date }[]> {
  const { rows } = await db.pool.query<{ reason: StuckReason; count: number; oldest: Date }>({
    name: 'count_stuck',
    text: `SELECT reason, count(*)::int AS count, min(since) AS oldest FROM (${STUCK}) AS each GROUP BY reason ORDER BY oldest`,
    values: [businessId ?? null],
  });
  return rows;
}

const RESUME = `
  WITH held AS (
    UPDATE emissions e SET
      stage = CASE WHEN e.sends > 0 THEN 'sending' WHEN o.document_id IS NULL THEN 'recorded' ELSE 'signed' END,
      epoch = e.epoch + 1, crashes = 0, missing = 0, review_reason = NULL, lease_owner = NULL, lease_until = NULL,
      not_before = NULL, next_at = now()
    FROM documents d LEFT JOIN outcomes o ON o.document_id = d.id
    WHERE e.document_id = $1 AND d.id = e.document_id AND (e.lease_until > now()) IS NOT TRUE
    RETURNING e.document_id, e.business_id, e.attempts, e.stage, d.reference),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held WHERE r.business_id = held.business_id AND r.key = held.reference),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
    SELECT document_id, business_id, attempts, 'resumed', $3, $2 FROM held)
  INSERT INTO audit (actor, action, business_id, document_id, after, reason, request_id)
  SELECT $2, 'document.resume', business_id, document_id, jsonb_build_object('stage', stage), $3, $4 FROM held`;

/**
 * Lets the workers go on with a document, out of its review or out of its wait. What may have been sent is asked for first.
 * @returns false when it is settled, or held by a worker at this moment
 */
export async function resumeDocument(db: Db, by: By, documentId: number): Promise<boolean> {
  const { rowCount } = await db.pool.query(RESUME, [documentId, by.actor, by.reason ?? null, by.requestId ?? null]);
  return rowCount === 1;
}

/** What a person can decide about a document that nothing else can settle. */
export type Resolution = 'accepted' | 'rejected' | 'discarded';

/** Discarded: the authority never had it and never will; its number stays unused, and it counts as rejected. */
const RESOLVED: Record<Resolution, { state: 'accepted' | 'rejected'; description: string }> = {
  accepted: { state: 'accepted', description: 'Aceptado, según consta a soporte.' },
  rejected: { state: 'rejected', description: 'Rechazado, según consta a soporte.' },
  discarded: { state: 'rejected', description: 'Descartado por soporte: nunca fue enviado a SUNAT ni lo será.' },
};

const RESOLVE = `
  WITH held AS (
    DELETE FROM emissions e USING documents d LEFT JOIN outcomes o ON o.document_id = d.id
    WHERE e.document_id = $1 AND d.id = e.document_id AND e.stage = 'review' AND ($5 = 'discarded' OR o.document_id IS NOT NULL)
    RETURNING e.document_id, e.business_id, e.attempts, e.review_reason, e.last_code, e.last_error, e.intent_at, d.reference),
  outcome AS (
    INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code, description, settled_at, without_cdr)
    SELECT document_id, business_id, '{}', '', '', now(), $6, last_code, $7, now(), $6 = 'accepted' FROM held
    ON CONFLICT (document_id) DO UPDATE SET state = excluded.state, code = excluded.code, description = excluded.description,
      settled_at = excluded.settled_at, without_cdr = excluded.without_cdr),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held WHERE r.business_id = held.business_id AND r.key = held.reference),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, worker)
    SELECT document_id, business_id, attempts, 'resolved', last_code, $5 || coalesce(': ' || $3, ''), $2 FROM held)
  INSERT INTO audit (actor, action, business_id, document_id, before, after, reason, request_id)
  SELECT $2, 'document.resolve', business_id, document_id,
    jsonb_build_object('reason', review_reason, 'code', last_code, 'error', last_error), jsonb_build_object('as', $5::text), $3, $4
  FROM held`;

/**
 * Ends a review by a person's word.
 * @returns false when it is not in review, or was never signed and is not to be discarded
 */
export const resolveDocument = (db: Db, by: By, documentId: number, as: Resolution): Promise<boolean> =>
  resolveWithin(db.prisma, by, documentId, as);

/** The same, as a part of something more. */
export async function resolveWithin(tx: Tx, by: By, documentId: number, as: Resolution): Promise<boolean> {
  const { state, description } = RESOLVED[as];
  const values = [documentId, by.actor, by.reason ?? null, by.requestId ?? null, as, state, description];
  return (await tx.$executeRawUnsafe(RESOLVE, ...values)) === 1;
}

export interface Backlog {
  recorded: number;
  signed: number;
  sending: number;
  review: number;
  /** Of those not in review: held by a worker now, and not before a later time. */
  held: number;
  waiting: number;
  paused: number;
  /** When the oldest that is not in review was issued. */
  oldest: Date | null;
}

/** What is open, as PostgreSQL knows it. */
export async function countBacklog(db: Db): Promise<Backlog> {
  const { rows } = await db.pool.query<Backlog>(`
    SELECT count(*) FILTER (WHERE e.stage = 'recorded')::int AS recorded, count(*) FILTER (WHERE e.stage = 'signed')::int AS signed,
      count(*) FILTER (WHERE e.stage = 'sending')::int AS sending, count(*) FILTER (WHERE e.stage = 'review')::int AS review,
      count(*) FILTER (WHERE e.stage <> 'review' AND ${HELD})::int AS held,
      count(*) FILTER (WHERE e.stage <> 'review' AND e.not_before > now())::int AS waiting,
      count(*) FILTER (WHERE e.stage <> 'review' AND b.paused_until > now())::int AS paused,
      min(e.created_at) FILTER (WHERE e.stage <> 'review') AS oldest
    FROM emissions e JOIN businesses b ON b.id = e.business_id`);
  return rows[0] as Backlog;
}
