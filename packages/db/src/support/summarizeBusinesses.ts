/** Lists businesses with their certificate, series and pending documents. */
import { type Db, poolOf } from '../db.js';
import type { Business } from '../generated/client.js';
import { OLDEST_PENDING } from './backlog.js';

export interface BusinessSummary {
  business: ListedBusiness;
  /** When the active certificate expires. */
  certificateUntil: Date | null;
  series: number;
  /** Pending documents, and those of them in review. */
  open: number;
  inReview: number;
}

export type ListedBusiness = Pick<
  Business,
  'id' | 'ruc' | 'legalName' | 'state' | 'environment' | 'test' | 'pausedUntil'
>;

const SUMMARIZE = `
  SELECT b.id, b.ruc, b.legal_name AS "legalName", b.state, b.environment, b.test,
    b.paused_until AS "pausedUntil",
    (SELECT c.not_after FROM certificates c
      WHERE c.business_id = b.id AND c.active) AS "certificateUntil",
    (SELECT count(*)::int FROM series s
      WHERE s.business_id = b.id AND s.environment = b.environment AND s.active) AS series,
    coalesce(e.open, 0) AS open, coalesce(e.review, 0) AS "inReview"
  FROM (SELECT * FROM businesses
    WHERE ($1::int IS NULL OR id = $1)
      AND ($2 = '' OR ruc LIKE $2 || '%' OR legal_name ILIKE '%' || $2 || '%')
    ORDER BY id DESC LIMIT $3) AS b
  LEFT JOIN (SELECT business_id, count(*)::int AS open,
      count(*) FILTER (WHERE review_reason IS NOT NULL)::int AS review
    FROM ${OLDEST_PENDING} AS e GROUP BY business_id) AS e ON e.business_id = b.id
  ORDER BY b.id DESC`;

/** The businesses whose RUC begins with the text or whose name contains it; the newest first. */
export async function summarizeBusinesses(
  db: Db,
  filter: { text?: string; businessId?: number; limit: number },
): Promise<BusinessSummary[]> {
  const { text = '', businessId = null, limit } = filter;
  const { rows } = await poolOf(db).query<ListedBusiness & Omit<BusinessSummary, 'business'>>({
    name: 'summarize_businesses',
    text: SUMMARIZE,
    values: [businessId, text, limit],
  });
  return rows.map(({ certificateUntil, series, open, inReview, ...business }) => ({
    ...{ business, certificateUntil, series, open, inReview },
  }));
}
