/** Counts pending documents: by stage, by cause, and by the worker that holds them. */
import { type Db, poolOf } from '../db.js';

/**
 * Counts stop at this number of the oldest documents, because a long outage of the authority leaves
 * millions pending.
 */
export const MAX_COUNTED = 100_000;
export const OLDEST_PENDING = `(SELECT * FROM emissions ORDER BY document_id LIMIT ${MAX_COUNTED})`;

/**
 * SQL: the oldest pending documents of one business, from the two indexes by business: those in
 * review and the others. In the order of all documents it would read those of every business.
 */
export const oldestPendingOf = (business: string): string => `(
    (SELECT * FROM emissions WHERE business_id = ${business} AND review_reason IS NULL
      ORDER BY document_id LIMIT ${MAX_COUNTED})
    UNION ALL (SELECT * FROM emissions WHERE business_id = ${business}
      AND review_reason IS NOT NULL ORDER BY document_id LIMIT ${MAX_COUNTED}))`;

/** The day in Lima. */
export const TODAY = `(now() AT TIME ZONE 'America/Lima')::date`;

export interface Backlog {
  recorded: number;
  signed: number;
  sending: number;
  review: number;
  /** How many of those not in review a worker holds now. */
  held: number;
  /** How many of those not in review are not due yet. */
  waiting: number;
  /** How many of those not in review belong to a paused business. */
  paused: number;
  /** How many, including those in review, must be sent by today or earlier. */
  due: number;
  overdue: number;
  /** When the oldest document that is not in review was issued. */
  oldest: Date | null;
}

/** Counts the pending documents by stage. */
export async function countBacklog(db: Db): Promise<Backlog> {
  const { rows } = await poolOf(db).query<Backlog>(`
    SELECT count(*) FILTER (WHERE e.stage = 'recorded')::int AS recorded,
      count(*) FILTER (WHERE e.stage = 'signed')::int AS signed,
      count(*) FILTER (WHERE e.stage = 'sending')::int AS sending,
      count(*) FILTER (WHERE e.stage = 'review')::int AS review,
      count(*) FILTER (WHERE e.deadline = ${TODAY})::int AS due,
      count(*) FILTER (WHERE e.deadline < ${TODAY})::int AS overdue,
      count(*) FILTER (WHERE e.stage <> 'review' AND e.lease_until > now())::int AS held,
      count(*) FILTER (WHERE e.stage <> 'review' AND e.not_before > now())::int AS waiting,
      count(*) FILTER (WHERE e.stage <> 'review' AND b.paused_until > now())::int AS paused,
      min(e.created_at) FILTER (WHERE e.stage <> 'review') AS oldest
    FROM ${OLDEST_PENDING} AS e JOIN businesses b ON b.id = e.business_id`);
  return rows[0] as Backlog;
}

export interface PendingCause {
  stage: string;
  /** The class of the wait or the reason of the review. */
  reason: string | null;
  code: string | null;
  count: number;
  oldest: Date;
}

/** Counts the pending documents by stage, cause and code; the largest count first. */
export async function countPendingCauses(db: Db): Promise<PendingCause[]> {
  const { rows } = await poolOf(db).query<PendingCause>({
    name: 'count_causes',
    text: `SELECT e.stage, coalesce(e.review_reason,
        CASE WHEN b.paused_until > now() THEN 'paused' END, e.retry_class) AS reason,
        CASE WHEN e.attempts > 0 THEN e.last_code END AS code, count(*)::int AS count,
        min(e.created_at) AS oldest
      FROM ${OLDEST_PENDING} AS e JOIN businesses b ON b.id = e.business_id
      GROUP BY 1, 2, 3 ORDER BY count(*) DESC, min(e.created_at) LIMIT 50`,
  });
  return rows;
}

/**
 * The number of pending documents with one stage and one class of wait, or one reason of review.
 */
export interface OpenCount {
  stage: 'recorded' | 'signed' | 'sending' | 'review';
  /** The class of the wait, or in review the reason; null: they have not had to wait. */
  reason: string | null;
  count: number;
  /** How many a worker holds now. */
  held: number;
  /** How many, including those in review, must be sent by today or earlier. */
  due: number;
  overdue: number;
  /** When the oldest that is due, and not paused, was issued. */
  oldestDue: Date | null;
}

/** Counts all pending documents with one statement, cheap enough for every scrape of a worker. */
export async function countOpen(db: Db): Promise<OpenCount[]> {
  const { rows } = await poolOf(db).query<OpenCount>({
    name: 'count_open',
    text: `SELECT e.stage,
        CASE e.stage WHEN 'review' THEN e.review_reason ELSE e.retry_class END AS reason,
        count(*)::int AS count,
        count(*) FILTER (WHERE e.lease_until > now())::int AS held,
        count(*) FILTER (WHERE e.deadline = ${TODAY})::int AS due,
        count(*) FILTER (WHERE e.deadline < ${TODAY})::int AS overdue,
        min(e.created_at) FILTER (WHERE (e.not_before > now()) IS NOT TRUE AND e.business_id
          NOT IN (SELECT id FROM businesses WHERE paused_until > now())) AS "oldestDue"
      FROM ${OLDEST_PENDING} AS e GROUP BY 1, 2`,
  });
  return rows;
}

/** A document that a process holds. */
export interface LeasedDocument {
  documentId: number;
  series: string;
  number: number;
  stage: string;
}

export interface LeaseHolder {
  worker: string;
  documents: number;
  /** The oldest documents that it holds. */
  oldest: LeasedDocument[];
  until: Date;
}

/** The number of documents that are listed for each process. */
const NAMED = 3;

/** Lists the processes that hold leases, with the number of their documents. */
export async function listLeaseHolders(db: Db): Promise<LeaseHolder[]> {
  const { rows } = await poolOf(db).query<LeaseHolder>({
    name: 'list_holders',
    text: `SELECT lease_owner AS worker, count(*)::int AS documents, max(lease_until) AS until,
        (array_agg(json_build_object('documentId', document_id, 'series', d.series,
          'number', d.number, 'stage', stage) ORDER BY document_id))[1:${NAMED}] AS oldest
      FROM ${OLDEST_PENDING} AS e JOIN documents d ON d.id = e.document_id
      WHERE lease_until > now() GROUP BY lease_owner ORDER BY lease_owner`,
  });
  return rows;
}
