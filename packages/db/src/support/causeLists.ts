/**
 * Lists, in pages, the documents and businesses behind each cause on the health page, with the same
 * SQL conditions with which they are counted.
 */
import { type Db, poolOf } from '../db.js';
import { OLDEST_PENDING } from './backlog.js';
import { type ListedDocument, selectSummaries } from './documentSummary.js';
import { ANSWER_MINUTES, DOCUMENT_CAUSES, type DocumentCause, MAX_STEPS } from './issuerHealth.js';
import type { PageQuery } from './pageQuery.js';

export interface CauseFilter {
  ruc?: string | undefined;
  /** The authority of the businesses. */
  authority?: string | undefined;
}

/** Lists the documents of a cause, oldest first. */
export async function listCauseDocuments(
  db: Db,
  cause: DocumentCause | 'rejected',
  { ruc, authority, from, back, limit }: CauseFilter & PageQuery,
): Promise<ListedDocument[]> {
  const backward = back === true && from !== undefined;
  const [beyond, order] = backward ? ['< $1', 'DESC'] : ['> $1', 'ASC'];
  const of = `($3::text IS NULL OR b.ruc = $3) AND ($4::text IS NULL OR b.authority = $4)`;
  const ids =
    cause === 'rejected'
      ? `SELECT a.document_id FROM ${REJECTED} AS a JOIN businesses b ON b.id = a.business_id
        WHERE a.document_id ${beyond} AND ${of}`
      : `SELECT e.document_id FROM ${OLDEST_PENDING} AS e JOIN businesses b ON b.id = e.business_id
        WHERE e.document_id ${beyond} AND ${of} AND ${DOCUMENT_CAUSES[cause]}`;
  return selectSummaries(
    db,
    `list_${cause}${backward ? '_back' : ''}`,
    `d.id IN (${ids} ORDER BY 1 ${order} LIMIT $2) ORDER BY d.id`,
    [from ?? 0, limit, ruc ?? null, authority ?? null],
  );
}

/** SQL: the rejections that the health page counts, namely recent ones among the last steps. */
const REJECTED = `(SELECT document_id, business_id
  FROM (SELECT * FROM attempts ORDER BY id DESC LIMIT ${MAX_STEPS}) AS newest
  WHERE step = 'rejected' AND at > now() - interval '${ANSWER_MINUTES} minutes')`;

export interface CauseBusiness {
  id: number;
  ruc: string;
  legalName: string;
  pausedUntil: Date | null;
  pauseReason: string | null;
  pending: number;
  certificateUntil: Date | null;
}

/** SQL: the conditions on a business "b" and its active certificate "c". */
const BUSINESS_CAUSES = {
  paused: `b.state = 'active' AND b.paused_until > now()`,
  expired: `b.state = 'active' AND NOT b.test AND c.not_after <= now()`,
  week: `b.state = 'active' AND NOT b.test AND c.not_after > now()
    AND c.not_after < now() + interval '7 days'`,
  month: `b.state = 'active' AND NOT b.test AND c.not_after > now()
    AND c.not_after < now() + interval '30 days'`,
} as const;
export type BusinessCause = keyof typeof BUSINESS_CAUSES;

/** Lists the businesses of a cause by id. */
export async function listCauseBusinesses(
  db: Db,
  cause: BusinessCause,
  { from, back, limit, ruc }: PageQuery & Pick<CauseFilter, 'ruc'>,
): Promise<CauseBusiness[]> {
  const backward = back === true && from !== undefined;
  const [beyond, order] = backward ? ['< $1', 'DESC'] : ['> $1', 'ASC'];
  const { rows } = await poolOf(db).query<CauseBusiness>({
    name: `list_${cause}_businesses${backward ? '_back' : ''}`,
    text: `SELECT b.id, b.ruc, b.legal_name AS "legalName", b.paused_until AS "pausedUntil",
        b.pause_reason AS "pauseReason", c.not_after AS "certificateUntil",
        (SELECT count(*)::int FROM (SELECT FROM emissions e WHERE e.business_id = b.id
          AND e.review_reason IS NULL LIMIT ${MAX_PENDING}) AS first) AS pending
      FROM businesses b LEFT JOIN certificates c ON c.business_id = b.id AND c.active
      WHERE b.id ${beyond} AND ($3::text IS NULL OR b.ruc = $3) AND ${BUSINESS_CAUSES[cause]}
      ORDER BY b.id ${order} LIMIT $2`,
    values: [from ?? 0, limit, ruc ?? null],
  });
  return backward ? rows.reverse() : rows;
}

/** The count of a business's pending documents stops at this number. */
const MAX_PENDING = 10_000;
