/** Counts pending documents: by stage, by cause, and by the worker that holds them. */
import { type Db, poolOf } from '../db.js';

/**
 * Only the oldest documents are counted, so that a count does not take longer when a long outage of
 * the authority leaves millions pending.
 */
export const MAX_COUNTED = 100_000;
export const OLDEST_PENDING = `(SELECT * FROM emissions ORDER BY document_id LIMIT ${MAX_COUNTED})`;

/**
 * The same of one business, from the indexes of those in review and of the others: in the order of
 * all documents it would read those of every business.
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
  /** Of those not in review: leased by a worker now. */
  held: number;
  /** Of those not in review: not due before a later time. */
  waiting: number;
  /** Of those not in review: the sending of their business is paused. */
  paused: number;
  /** Their term for sending ends today, or has ended; those in review too. */
  due: number;
  overdue: number;
  /** When the oldest that is not in review was issued. */
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
  /** Why they wait, or why they are in review. */
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

/** Pending documents of one stage that wait for the same, or are in review for the same reason. */
export interface OpenCount {
  stage: 'recorded' | 'signed' | 'sending' | 'review';
  /** A class of waits, or of those in review their reason; null: they have not had to wait. */
  reason: string | null;
  count: number;
  /** Leased by a worker now. */
  held: number;
  /** Their term for sending ends today, or has ended. */
  due: number;
  overdue: number;
  /** When the oldest was issued that neither a later time nor a pause holds. */
  oldestDue: Date | null;
}

/** Counts all pending documents with one statement, which every scrape of a worker may need. */
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

/** A document that a process works on. */
export interface LeasedDocument {
  documentId: number;
  series: string;
  number: number;
  stage: string;
}

export interface LeaseHolder {
  worker: string;
  documents: number;
  /** The oldest of them. */
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
