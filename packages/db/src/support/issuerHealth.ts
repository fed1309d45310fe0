/**
 * SQL that counts problems by business and by authority, as one JSON value each. The lists of
 * documents use the same conditions, so that a list shows exactly what was counted.
 */
import { URGENT } from '../exchange/sweep.js';
import { OLDEST_PENDING, TODAY } from './backlog.js';

/** The problems of one business, or a certificate that expires soon. */
export interface IssuerFacts {
  ruc: string;
  legalName: string;
  authority: string;
  /** Answers of the authority in the last minutes, and how many of them were rejections. */
  answered: number;
  rejected: number;
  /** Pending documents, without those in review. */
  pending: number;
  review: number;
  /** Pending documents whose deadline is today, and those whose deadline has passed. */
  today: number;
  overdue: number;
  /** Documents pending for minutes although neither the authority nor a pause holds them. */
  late: number;
  lateSince: Date | null;
  /**
   * Documents pending for more than a minute, unless the authority is down or a pause holds them.
   */
  slow: number;
  /** Null when its sending is not paused. */
  pausedUntil: Date | null;
  pauseReason: string | null;
  /** When its certificate expires; null when it has none, or the business does not issue. */
  certificateUntil: Date | null;
}

/** The counts of one authority that has answered recently, or for which documents wait. */
export interface AuthorityFacts {
  authority: string;
  answered: number;
  rejected: number;
  /**
   * Documents that wait for an unreachable or unavailable authority, and when the next is retried.
   */
  away: number;
  nextTry: Date | null;
}

/** The minutes over which answers are counted. */
export const ANSWER_MINUTES = 10;
/** At most this many of the last steps are read. */
export const MAX_STEPS = 60_000;
/** At most this many businesses are listed, those with the worst problems. */
const MAX_ISSUERS = 100;
const EXPIRES_WITHIN = `interval '30 days'`;

const PENDING = 'e.review_reason IS NULL';
const RESTING = '(b.paused_until > now()) IS TRUE';
const AWAY = `${PENDING} AND NOT ${RESTING} AND e.retry_class IN ('unreachable', 'unavailable')`;
/** SQL: since when it is due; a scheduled wait or a pause does not count. */
const SINCE = 'greatest(e.created_at, e.not_before, b.paused_until)';
const FREE = `${PENDING} AND NOT ${RESTING} AND (e.lease_until > now()) IS NOT TRUE
  AND coalesce(e.retry_class, '') NOT IN ('unreachable', 'unavailable')`;
/** While a business is probed, its other documents wait for the one that goes first. */
const LATE = `${FREE} AND b.probe_at IS NULL
  AND coalesce(e.retry_class, 'trouble') IN ('trouble', 'paused')
  AND ${SINCE} < now() - interval '5 minutes'`;

/** The SQL conditions of each cause, on the emission "e" and its business "b". */
export const DOCUMENT_CAUSES = {
  review: 'e.review_reason IS NOT NULL',
  deadline: URGENT,
  paused: `${PENDING} AND ${RESTING} AND b.state = 'active'`,
  late: LATE,
  slow: `${FREE} AND ${SINCE} < now() - interval '60 seconds'`,
  away: AWAY,
} as const;
export type DocumentCause = keyof typeof DOCUMENT_CAUSES;

const counted = (condition: string, name: string) =>
  `count(*) FILTER (WHERE ${condition})::int AS ${name}`;

/** Common table expressions with the counts by business; they need one named "answers". */
export const BY_BUSINESS = `
  open AS MATERIALIZED (
    SELECT e.business_id, ${counted(PENDING, 'pending')},
      ${counted(DOCUMENT_CAUSES.review, 'review')}, ${counted(`deadline = ${TODAY}`, 'today')},
      ${counted(`deadline < ${TODAY}`, 'overdue')}, ${counted(LATE, 'late')},
      min(${SINCE}) FILTER (WHERE ${LATE}) AS late_since,
      ${counted(DOCUMENT_CAUSES.slow, 'slow')}, ${counted(AWAY, 'away')},
      min(e.next_at) FILTER (WHERE ${AWAY} AND e.next_at > now()) AS next_try
    FROM ${OLDEST_PENDING} AS e JOIN businesses b ON b.id = e.business_id GROUP BY 1),
  answered AS MATERIALIZED (
    SELECT business_id, count(*)::int AS answered, ${counted(`step = 'rejected'`, 'rejected')}
    FROM answers WHERE at > now() - interval '${ANSWER_MINUTES} minutes' GROUP BY 1),
  issuers AS MATERIALIZED (
    SELECT b.ruc, b.legal_name AS "legalName", b.authority,
      coalesce(a.answered, 0) AS answered, coalesce(a.rejected, 0) AS rejected,
      coalesce(o.pending, 0) AS pending, coalesce(o.review, 0) AS review,
      coalesce(o.today, 0) AS today, coalesce(o.overdue, 0) AS overdue,
      coalesce(o.late, 0) AS late, o.late_since AS "lateSince", coalesce(o.slow, 0) AS slow,
      CASE WHEN ${RESTING} AND b.state = 'active' THEN b.paused_until END AS "pausedUntil",
      CASE WHEN ${RESTING} THEN b.pause_reason END AS "pauseReason",
      CASE WHEN b.state = 'active' AND NOT b.test THEN c.not_after END AS "certificateUntil"
    FROM businesses b LEFT JOIN open o ON o.business_id = b.id
      LEFT JOIN answered a ON a.business_id = b.id
      LEFT JOIN certificates c ON c.business_id = b.id AND c.active)`;

const WITH_PROBLEMS = `issuers WHERE rejected + review + today + overdue + late + slow > 0
    OR "pausedUntil" IS NOT NULL OR "certificateUntil" < now() + ${EXPIRES_WITHIN}`;

/** The worst first. */
const BY_GRAVITY = `today + overdue > 0 DESC, rejected DESC, "pausedUntil" IS NOT NULL DESC,
  "certificateUntil" < now() DESC NULLS LAST, late DESC, review DESC, slow DESC, ruc`;

/** The businesses with problems, the worst first. */
export const ISSUERS = `(SELECT coalesce(json_agg(listed), '[]') FROM (
    SELECT * FROM ${WITH_PROBLEMS} ORDER BY ${BY_GRAVITY} LIMIT ${MAX_ISSUERS}) AS listed)`;

/** Those with problems beyond the limit. */
export const UNLISTED_ISSUERS = `(SELECT coalesce(json_agg(unlisted), '[]') FROM (
    SELECT * FROM ${WITH_PROBLEMS} ORDER BY ${BY_GRAVITY} OFFSET ${MAX_ISSUERS}) AS unlisted)`;

export const AUTHORITIES = `(SELECT coalesce(json_agg(listed), '[]') FROM (
    SELECT b.authority, coalesce(sum(a.answered), 0)::int AS answered,
      coalesce(sum(a.rejected), 0)::int AS rejected, coalesce(sum(o.away), 0)::int AS away,
      min(o.next_try) AS "nextTry"
    FROM businesses b LEFT JOIN open o ON o.business_id = b.id
      LEFT JOIN answered a ON a.business_id = b.id
    WHERE o.away > 0 OR a.answered > 0 GROUP BY 1 ORDER BY 1) AS listed)`;

const moment = (text: Date | string | null): Date | null => (text === null ? null : new Date(text));

/** Converts the times of the JSON value to dates. */
export const toIssuers = (rows: readonly IssuerFacts[]): IssuerFacts[] =>
  rows.map((row) => ({
    ...row,
    lateSince: moment(row.lateSince),
    pausedUntil: moment(row.pausedUntil),
    certificateUntil: moment(row.certificateUntil),
  }));

export const toAuthorities = (rows: readonly AuthorityFacts[]): AuthorityFacts[] =>
  rows.map((row) => ({ ...row, nextTry: moment(row.nextTry) }));
