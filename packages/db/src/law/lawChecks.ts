/** Lists the reviews by the rules of coming days, and what one of them found. */
import type { ChangeRow, DateText } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import type { PageQuery } from '../support/pageQuery.js';

export interface LawCheckSummary {
  businessId: number;
  ruc: string;
  legalName: string;
  day: DateText;
  /** Null: its first review is not done yet. */
  checkedAt: Date | null;
  sales: number;
  refused: number;
  observed: number;
  dearer: number;
  omitted: number;
  /** Sales that could not be read; they are not counted in `sales`. */
  unreadable: number;
  /** Whether it reviewed the environment in which the business is now. */
  current: boolean;
}

export interface LawFindingRow extends ChangeRow {
  id: number;
}

const SUMMARY = `
  SELECT c.business_id AS "businessId", b.ruc, b.legal_name AS "legalName", c.day::text,
    c.checked_at AS "checkedAt", c.sales, c.refused, c.observed, c.dearer, c.omitted,
    c.unreadable, coalesce(c.environment = b.environment, true) AS current
  FROM law_checks c JOIN businesses b ON b.id = c.business_id`;

/** The reviews by the rules of one day, by business. */
export async function listLawChecks(
  db: Db,
  day: DateText,
  { from, back, limit }: PageQuery,
): Promise<LawCheckSummary[]> {
  const { rows } = await poolOf(db).query<LawCheckSummary>({
    name: back ? 'law_checks_back' : 'law_checks',
    text: `${SUMMARY} WHERE c.day = $1 AND c.business_id ${back ? '<' : '>'} $2
      ORDER BY c.business_id ${back ? 'DESC' : 'ASC'} LIMIT $3`,
    values: [day, from ?? 0, limit],
  });
  return back ? rows.reverse() : rows;
}

/** The reviews of one business by the rules of coming days, the first day first. */
export async function listBusinessLawChecks(
  db: Db,
  businessId: number,
  since: DateText,
): Promise<LawCheckSummary[]> {
  const { rows } = await poolOf(db).query<LawCheckSummary>({
    name: 'law_checks_of',
    text: `${SUMMARY} WHERE c.business_id = $1 AND c.day >= $2 ORDER BY c.day`,
    values: [businessId, since],
  });
  return rows;
}

/** Lists the findings of one business: refused sales first, then by the number of sales. */
export async function listLawFindings(
  db: Db,
  { businessId, day }: { businessId: number; day: DateText },
  { from, back, limit }: PageQuery,
): Promise<LawFindingRow[]> {
  const { rows } = await poolOf(db).query<LawFindingRow & { id: string; documentId: string }>({
    name: back ? 'law_findings_back' : 'law_findings',
    text: `SELECT id, effect, code, field, kind, series, product_code AS "productCode", product,
        text, currency, sales, extra::text, document_id AS "documentId"
      FROM law_findings WHERE business_id = $1 AND day = $2 AND id ${back ? '<' : '>'} $3
      ORDER BY id ${back ? 'DESC' : 'ASC'} LIMIT $4`,
    values: [businessId, day, from ?? 0, limit],
  });
  const found = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    documentId: Number(row.documentId),
  }));
  return back ? found.reverse() : found;
}

/**
 * The number of businesses whose sales the rules of a coming day change. Reviews of an environment
 * that a business has left do not count.
 */
export interface LawAlert {
  day: DateText;
  businesses: number;
  refused: number;
  /** The RUC and the name, when there is only one business. */
  ruc: string;
  legalName: string;
}

export async function countLawAlerts(db: Db, first: DateText, last: DateText): Promise<LawAlert[]> {
  const { rows } = await poolOf(db).query<LawAlert>({
    name: 'law_alerts',
    text: `SELECT c.day::text, count(*)::int AS businesses, sum(c.refused)::int AS refused,
        min(b.ruc) AS ruc, min(b.legal_name) AS "legalName"
      FROM law_checks c JOIN businesses b ON b.id = c.business_id
      WHERE c.day BETWEEN $1 AND $2 AND c.refused + c.observed + c.dearer > 0
        AND b.state = 'active' AND coalesce(c.environment = b.environment, true)
      GROUP BY c.day ORDER BY c.day`,
    values: [first, last],
  });
  return rows;
}
