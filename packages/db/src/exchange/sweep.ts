/**
 * Finds pending documents that are due. A round reads the longest due ones of each business, and
 * once a minute documents on their last day become these. Of what it read, documents whose deadline
 * is today go first; otherwise the businesses take turns, so that none waits for the backlog of
 * another. It reads only PostgreSQL, so that each sweep finds whatever earlier ones missed.
 * Documents of businesses that are paused, or whose endpoint is down, have a statement of their
 * own, which is to be run seldom: it reads again all that are signed and wait.
 */
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';
import { NOT_RESTORING } from '../restoration/restoration.js';
import { CERTIFICATE_REFUSED } from './certificateRefusals.js';
import { ENDPOINT } from './endpoint.js';
import { openBusinesses } from './openBusinesses.js';
import { RESTING } from './probe.js';
import { NOT_PAUSED } from './queuePauses.js';

/** An enqueued document that is not claimed is enqueued again after this time. */
const VISIBILITY_MS = 30_000;

/** Only one process sweeps at a time. The lock's number is arbitrary. */
const LEADER = 'pg_try_advisory_xact_lock(723242)';
const LEASED = 'e.lease_until > now()';
const TODAY = `(now() AT TIME ZONE 'America/Lima')::date`;
/** SQL: the deadline is today in Lima, or has passed. */
export const URGENT = `deadline <= ${TODAY}`;
const LAST_DAY = `deadline = ${TODAY}`;
const IS_OVER = `deadline < ${TODAY}`;

/** The most documents that a round reads when few businesses have any. */
const MANY = 1000;
/** With up to so many businesses, enough of each are read to tell which have many. */
const BUSINESSES = 250;
/** A business with more due documents in a round than this has many. */
export const FEW_A_ROUND = 8;

/** SQL: the certificate of the business "b" can sign. */
const CAN_SIGN = `EXISTS (SELECT FROM certificates c WHERE c.business_id = b.id AND c.active
      AND now() BETWEEN c.not_before AND c.not_after AND NOT ${CERTIFICATE_REFUSED})`;

const MAY_SWEEP = `${NOT_RESTORING} AND ${NOT_PAUSED} AND (SELECT ${LEADER})`;

/** @param of SQL: the conditions on the business "b" and on its emission "e" */
const dueOf = (of: { business: string; emission: string }): string => `
  WITH RECURSIVE ${openBusinesses(MAY_SWEEP)},
  -- with many businesses, each is looked at less deep: the next round is milliseconds away
  share (many) AS (SELECT greatest(ceil(${MANY}.0 / count(*))::int,
    CASE WHEN count(*) <= ${BUSINESSES} THEN ${FEW_A_ROUND + 1} END) FROM open),
  due AS (
    SELECT d.document_id, d.deadline, row_number() OVER (PARTITION BY b.id
      ORDER BY d.deadline, d.document_id) AS turn, count(*) OVER (PARTITION BY b.id) AS of_business
    FROM open JOIN businesses b ON b.id = open.business_id CROSS JOIN share
    CROSS JOIN LATERAL (
      SELECT e.document_id, e.deadline FROM emissions e
      WHERE e.business_id = b.id AND e.review_reason IS NULL AND e.next_at <= now()
        AND (${LEASED}) IS NOT TRUE
        AND e.destination = ${ENDPOINT} AND ${of.emission}
      ORDER BY e.next_at LIMIT share.many) AS d
    WHERE ${of.business}),
  chosen AS (
    SELECT array_agg(document_id) AS ids, array_agg(turn) AS turns, array_agg(of_business) AS sizes
    FROM (SELECT document_id, turn, of_business FROM due WHERE of_business <= $3
      ORDER BY ${URGENT} DESC, turn, document_id LIMIT $1) AS first)
  UPDATE emissions e SET dispatches = e.dispatches + 1,
    next_at = now() + ${VISIBILITY_MS} * interval '1 ms'
  WHERE e.document_id = ANY ((SELECT ids FROM chosen)::bigint[])
    AND e.stage <> 'review' AND e.next_at <= now() AND (${LEASED}) IS NOT TRUE
  RETURNING e.document_id AS id, e.business_id, e.dispatches,
    (SELECT turns[array_position(ids, e.document_id)] FROM chosen) AS turn,
    (SELECT sizes[array_position(ids, e.document_id)] FROM chosen) AS of_business`;

/** SQL: the business "b" sends nothing now: it rests, or its endpoint is down. */
const SENDS_NOTHING = `(${RESTING} OR ${ENDPOINT} = ANY ($2))`;
const DUE = dueOf({ business: `NOT ${SENDS_NOTHING}`, emission: 'true' });
const UNSIGNED = dueOf({
  business: `${SENDS_NOTHING} AND ${CAN_SIGN}`,
  emission: `e.stage = 'recorded'`,
});

export interface DueDocument {
  documentId: number;
  businessId: number;
  dispatches: number;
  /** How many documents of its business were chosen before it; smaller goes first. */
  priority: number;
  /** How many documents of its business are due, as far as a round counts. */
  ofBusiness: number;
}

interface DueRow {
  id: string;
  business_id: number;
  dispatches: number;
  turn: string;
  of_business: string;
}

/**
 * Takes at most `room` documents to enqueue, and counts the dispatch; none while another process is
 * sweeping.
 * @param avoid endpoints that are down: documents for them wait
 * @param atMost leaves out businesses with more due documents than this
 */
export const takeDueDocuments = (
  db: Db,
  room: number,
  avoid: readonly string[] = [],
  atMost: number = MANY,
): Promise<DueDocument[]> =>
  take(db, { name: 'take_due', text: DUE, values: [room, avoid, atMost] });

/**
 * Takes documents that can be signed meanwhile of businesses that are paused or whose endpoint is
 * down, as `takeDueDocuments` does: their job was lost, their attempt failed, or there was no
 * certificate.
 * @param avoid endpoints that are down
 */
export const takeUnsignedDocuments = (
  db: Db,
  room: number,
  avoid: readonly string[] = [],
  atMost: number = MANY,
): Promise<DueDocument[]> =>
  take(db, { name: 'take_unsigned', text: UNSIGNED, values: [room, avoid, atMost] });

async function take(db: Db, statement: pg.QueryConfig): Promise<DueDocument[]> {
  const { rows } = await poolOf(db).query<DueRow>(statement);
  return rows
    .map(({ id, business_id: businessId, dispatches, turn, of_business: ofBusiness }) => ({
      documentId: Number(id),
      businessId,
      dispatches,
      priority: Number(turn),
      ofBusiness: Number(ofBusiness),
    }))
    .sort((a, b) => a.priority - b.priority);
}

/** Makes documents due again that could not be enqueued. */
export async function requeue(db: Db, documentIds: readonly number[]): Promise<void> {
  await poolOf(db).query({
    name: 'requeue',
    text: `UPDATE emissions SET next_at = now()
      WHERE document_id = ANY ($1) AND lease_owner IS NULL
        AND (not_before IS NULL OR not_before <= now()) AND next_at > now()`,
    values: [documentIds],
  });
}

/**
 * Makes every pending, unclaimed document due again (after its own wait), because Redis may have
 * lost jobs.
 */
export async function requeueAll(db: Db): Promise<number> {
  const { rowCount } = await poolOf(db).query(
    `UPDATE emissions SET next_at = greatest(now(), not_before)
      WHERE review_reason IS NULL AND (lease_until > now()) IS NOT TRUE
        AND next_at > greatest(now(), not_before)`,
  );
  return rowCount ?? 0;
}

/**
 * Makes documents due that wait for an endpoint, the oldest first. Other classes of wait keep their
 * time.
 */
export async function wake(db: Db, endpoint: string): Promise<number> {
  const { rowCount } = await poolOf(db).query({
    name: 'wake',
    text: `UPDATE emissions e SET next_at = e.created_at, not_before = NULL FROM businesses b
      WHERE b.id = e.business_id AND ${ENDPOINT} = $1 AND e.review_reason IS NULL
        AND e.lease_owner IS NULL AND e.next_at > now()
        AND (e.retry_class IS NULL OR e.retry_class IN ('unreachable', 'unavailable'))`,
    values: [endpoint],
  });
  return rowCount ?? 0;
}

/**
 * SQL: before the time of issue of every document whose last day is later, because no term has more
 * days (deadlines.ts of fiscal).
 */
const FIRST = `(deadline - 7)`;
/**
 * SQL: the time at which the emission "e" is due, for persons; `next_at` of a document on its last
 * day is its place before others.
 */
export const DUE_AT = 'greatest(e.next_at, e.created_at, e.not_before)';
/** More than a round reads; the next call advances what is left. */
const ADVANCED = 10_000;

/**
 * Puts due documents on their last day before all others of their business: of a business that has
 * more than a round reads, one that was tried again would wait for them all.
 */
export async function advanceLastDay(db: Db): Promise<void> {
  await poolOf(db).query({
    name: 'advance_last_day',
    text: `UPDATE emissions SET next_at = ${FIRST}
      WHERE document_id = ANY (ARRAY(SELECT document_id FROM emissions e
        WHERE ${LAST_DAY} AND review_reason IS NULL AND next_at <= now()
          AND next_at > ${FIRST} AND (${LEASED}) IS NOT TRUE
        LIMIT ${ADVANCED} FOR NO KEY UPDATE SKIP LOCKED))`,
  });
}

export interface ClosingDeadline {
  businessId: number;
  /** Whether the deadline has passed; it is today otherwise. */
  isOver: boolean;
  documents: number;
  /** The earliest deadline of these documents. */
  deadline: string;
}

/** Lists businesses with documents that must reach the authority today, or should have. */
export async function listClosingDeadlines(db: Db): Promise<ClosingDeadline[]> {
  const { rows } = await poolOf(db).query<ClosingDeadline>({
    name: 'closing_deadlines',
    text: `SELECT business_id AS "businessId", ${IS_OVER} AS "isOver", count(*)::int AS documents,
      min(deadline)::text AS deadline FROM emissions
      WHERE ${URGENT} GROUP BY business_id, ${IS_OVER}`,
  });
  return rows;
}
