/**
 * Lists businesses with certificate, pending documents and errors, filtered, sorted and in pages.
 */

import type { Business } from '@rafaga/prisma';
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';
import { namePattern } from '../search/searchName.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';
import { OLDEST_PENDING } from './backlog.js';
import type { PageQuery } from './pageQuery.js';

export interface BusinessSummary {
  business: ListedBusiness;
  /** When the active certificate expires. */
  certificateUntil: Date | null;
  series: number;
  /** Pending documents, and those of them in review. */
  open: number;
  inReview: number;
  /**
   * Calls that the API refused, and documents that SUNAT rejected, in the last 24 hours; of these
   * only what was issued within REJECTED_DAYS.
   */
  refused: number;
  rejected: number;
}

export type ListedBusiness = Pick<
  Business,
  'id' | 'ruc' | 'legalName' | 'state' | 'environment' | 'test' | 'pausedUntil'
>;

export interface BusinessFilter {
  /** The beginning of the RUC, or a part of the name, also without its accents. */
  text?: string | undefined;
  state?: 'active' | 'draft' | 'suspended' | 'paused' | undefined;
  certificate?: 'missing' | 'expired' | 'week' | 'month' | undefined;
}

/** 'newest': newest first; 'certificate': earliest expiry first; 'errors': most errors first. */
export type BusinessOrder = 'newest' | 'certificate' | 'errors';

const KEYS: Readonly<Record<BusinessOrder, string>> = {
  newest: '-b.id',
  certificate: `coalesce(extract(epoch FROM c.not_after)::float8, 'infinity')`,
  errors: '-(coalesce(r.count, 0) + coalesce(j.count, 0))',
};

const STATES: Readonly<Record<NonNullable<BusinessFilter['state']>, string>> = {
  active: `b.state = 'active'`,
  draft: `b.state = 'draft'`,
  suspended: `b.state = 'suspended'`,
  paused: 'b.paused_until > now()',
};

const CERTIFICATES: Readonly<Record<NonNullable<BusinessFilter['certificate']>, string>> = {
  missing: 'c.not_after IS NULL',
  expired: 'c.not_after <= now()',
  week: `c.not_after > now() AND c.not_after < now() + interval '7 days'`,
  month: `c.not_after > now() AND c.not_after < now() + interval '30 days'`,
};

/** Only this many of the newest refused calls are read, so that a flood slows no list down. */
const MAX_REFUSED = 50_000;
const REFUSED = `
  SELECT business_id, count(*)::int AS count FROM (SELECT business_id FROM refused_requests
    WHERE at > now() - interval '24 hours' ORDER BY at DESC LIMIT ${MAX_REFUSED}) AS newest
  GROUP BY business_id`;
/** Rejections are counted of documents that were issued in these days. */
export const REJECTED_DAYS = 15;
/** Of them, only this many are read, the documents that were issued last first. */
const MAX_REJECTED = 10_000;
/**
 * An answer may come days after the sale. The index has the documents in the order of issue, and
 * nothing else of an attempt: each one is read from the table. Not counted are rejections of older
 * documents, and of those after which more than MAX_REJECTED were issued that were rejected too:
 * some days of issue where 2,000 a day are.
 */
const REJECTED = `
  SELECT business_id, count(DISTINCT document_id)::int AS count FROM (
    SELECT business_id, document_id, step, at FROM attempts
    WHERE step IN ('rejected', 'resolved') AND document_id > (SELECT id FROM oldest)
    ORDER BY document_id DESC LIMIT ${MAX_REJECTED}) AS newest
  WHERE step = 'rejected' AND at > now() - interval '24 hours' GROUP BY business_id`;
/** SQL: the first id of those days. */
const OLDEST = `
  SELECT ((extract(epoch FROM now() - interval '${REJECTED_DAYS} days') * 1000)::bigint
    - ${NO_ID_BEFORE_MS}) << 10 AS id`;

const SELECT = `
  SELECT b.id, b.ruc, b.legal_name AS "legalName", b.state, b.environment, b.test,
    b.paused_until AS "pausedUntil", r.until AS "certificateUntil", r.refused, r.rejected,
    (SELECT count(*)::int FROM series s
      WHERE s.business_id = b.id AND s.environment = b.environment AND s.active) AS series,
    coalesce(e.open, 0) AS open, coalesce(e.review, 0) AS "inReview"
  FROM chosen r JOIN businesses b ON b.id = r.id
  LEFT JOIN (SELECT business_id, count(*)::int AS open,
      count(*) FILTER (WHERE review_reason IS NOT NULL)::int AS review
    FROM ${OLDEST_PENDING} AS e GROUP BY business_id) AS e ON e.business_id = b.id
  ORDER BY r.key, r.id`;

export interface BusinessPage extends BusinessFilter, PageQuery {
  scope: Scope;
  order?: BusinessOrder | undefined;
}

export async function summarizeBusinesses(
  db: Db,
  { scope, order = 'newest', from, back, limit, ...filter }: BusinessPage,
): Promise<BusinessSummary[]> {
  const { text = '', state, certificate } = filter;
  const backwards = back === true && from !== undefined;
  const [beyond, direction] = backwards ? ['<', 'DESC'] : ['>', 'ASC'];
  const only = [
    '($1::int IS NULL OR b.id = $1)',
    `($2 = '' OR starts_with(b.ruc, $2) OR b.legal_name ~* $5)`,
    ...(state ? [STATES[state]] : []),
    ...(certificate ? [CERTIFICATES[certificate]] : []),
  ].join(' AND ');
  // continues after the last business of the page before, by the present value of its sort key,
  // also when the filter no longer finds it
  const { rows } = await poolOf(db).query<ListedBusiness & Omit<BusinessSummary, 'business'>>(
    `WITH oldest AS MATERIALIZED (${OLDEST}),
      ranked AS MATERIALIZED (
        SELECT b.id, ${KEYS[order]} AS key, c.not_after AS until, coalesce(r.count, 0) AS refused,
          coalesce(j.count, 0) AS rejected, ${only} AS fits
        FROM businesses b
        LEFT JOIN certificates c ON c.business_id = b.id AND c.active
        LEFT JOIN (${REFUSED}) AS r ON r.business_id = b.id
        LEFT JOIN (${REJECTED}) AS j ON j.business_id = b.id
        WHERE b.id = $3 OR ${only}),
      chosen AS (
        SELECT * FROM ranked WHERE fits AND ($3::int IS NULL
          OR (key, id) ${beyond} (SELECT key, id FROM ranked WHERE id = $3))
        ORDER BY key ${direction}, id ${direction} LIMIT $4)
      ${SELECT}`,
    [scopeParameter(scope), text, from ?? null, limit, namePattern(text)],
  );
  return rows.map(
    ({ certificateUntil, series, open, inReview, refused, rejected, ...business }) => ({
      business,
      certificateUntil,
      series,
      open,
      inReview,
      refused,
      rejected,
    }),
  );
}
