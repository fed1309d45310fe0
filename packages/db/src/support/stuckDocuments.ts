/** Lists and counts the documents that make no progress, by reason and age. */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import type { ReviewReason, WaitClass } from '../exchange/emissionStates.js';
import { OLDEST_PENDING } from './backlog.js';
import { type DocumentFilter, documentConditions, idRange } from './documentFilter.js';
import type { PageQuery } from './pageQuery.js';

export type StuckReason =
  /** a person must decide */
  | 'review'
  /** recorded more than a minute ago and never claimed */
  | 'untouched'
  /** a send went out, two minutes passed, and no worker holds it */
  | 'unanswered'
  /** the sending of its business is paused */
  | 'paused'
  /** pending for a quarter of an hour although the authority is reachable */
  | 'slow'
  /** accepted, and its CDR was not received */
  | 'without_cdr';

export interface StuckDocument {
  documentId: number;
  businessId: number;
  ruc: string;
  legalName: string;
  reference: string;
  environment: Environment;
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
  pauseReason: string | null;
  deadline: string | null;
}

const REASON = `CASE
    WHEN e.stage = 'review' THEN 'review'
    WHEN b.paused_until > now() THEN 'paused'
    WHEN e.stage = 'recorded' AND e.attempts = 0 AND e.created_at < now() - interval '60 seconds' THEN 'untouched'
    WHEN e.stage = 'sending' AND (e.lease_until > now()) IS NOT TRUE AND e.intent_at < now() - interval '2 minutes' THEN 'unanswered'
    WHEN e.created_at < now() - interval '15 minutes' AND e.retry_class IS DISTINCT FROM 'unreachable' THEN 'slow'
  END`;

const OPEN = `e.document_id, ${REASON} AS reason, e.created_at AS since, e.attempts, e.next_at, e.retry_class, e.last_code, e.last_error,
    e.review_reason, e.deadline`;
const SETTLED = `o.document_id, 'without_cdr', o.settled_at, 0, NULL::timestamptz, NULL, o.code,
  o.description, NULL, NULL::date
  FROM outcomes o WHERE o.without_cdr
    AND o.settled_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'`;

export interface StuckFilter extends Partial<PageQuery> {
  businessId?: number | undefined;
  reason?: StuckReason | undefined;
  /** Only those in review for this reason and code; null: without a code. */
  review?: { reason: ReviewReason; code: string | null } | undefined;
  /** Further conditions on the document and its deadline. */
  only?: Omit<DocumentFilter, 'businessId' | 'state' | 'reason' | 'settledFrom'> | undefined;
}

/**
 * The oldest first: a page continues after the last id of the page before, and stops when it is
 * full. The statement contains only the conditions that the filter has, so that PostgreSQL chooses
 * the index of each.
 */
export async function listStuckDocuments(
  db: Db,
  filter: StuckFilter = {},
): Promise<StuckDocument[]> {
  const { businessId, reason, review, only = {}, from, back, limit = 100 } = filter;
  const values: unknown[] = [limit, from ?? 0];
  const given = (value: unknown) => `$${values.push(value)}`;
  const [beyond, order] = back && from ? ['< $2', 'DESC'] : ['> $2', 'ASC'];
  const of = businessId === undefined ? undefined : given(businessId);
  const range = idRange(only);
  const ofDocument = documentConditions(only, given);
  const arm = (alias: string, select: string, more: string[]) => {
    const conditions = [
      `${alias}.document_id ${beyond}`,
      ...(of ? [`${alias}.business_id = ${of}`] : []),
      ...(only.createdFrom ? [`${alias}.document_id >= ${given(range.from)}`] : []),
      ...(only.createdBefore ? [`${alias}.document_id < ${given(range.before)}`] : []),
      ...(ofDocument.length > 0
        ? [
            `EXISTS (SELECT FROM (SELECT * FROM documents WHERE id = ${alias}.document_id
              OFFSET 0) AS d WHERE ${ofDocument.join(' AND ')})`,
          ]
        : []),
      ...more,
    ];
    return `(SELECT ${select} AND ${conditions.join(' AND ')}
      ORDER BY ${alias}.document_id ${order} LIMIT $1)`;
  };
  const open = [
    reason === 'review' || review
      ? 'e.review_reason IS NOT NULL'
      : reason
        ? `${REASON} = ${given(reason)}`
        : `${REASON} IS NOT NULL`,
    ...(review
      ? [
          `e.review_reason = ${given(review.reason)}`,
          `e.last_code IS NOT DISTINCT FROM ${given(review.code)}`,
        ]
      : []),
    ...(only.dueBy ? [`e.deadline <= ${given(only.dueBy)}::date`] : []),
    ...(only.code ? [`e.last_code = ${given(only.code)}`] : []),
  ];
  const arms = [
    ...(reason === 'without_cdr'
      ? []
      : [
          arm(
            'e',
            `${OPEN} FROM emissions e JOIN businesses b ON b.id = e.business_id WHERE true`,
            open,
          ),
        ]),
    ...(reason === undefined || reason === 'without_cdr'
      ? review || only.dueBy
        ? []
        : [arm('o', SETTLED, only.code ? [`o.code = ${given(only.code)}`] : [])]
      : []),
  ];
  const text = `
    SELECT s.document_id AS "documentId", d.business_id AS "businessId", b.ruc,
      b.legal_name AS "legalName", d.reference, d.environment, d.kind, d.series,
      d.number, s.reason, s.since, s.attempts, s.next_at AS "nextAt", s.retry_class AS "waitClass",
      s.last_code AS "lastCode", s.last_error AS "lastError", s.review_reason AS "reviewReason",
      CASE WHEN s.reason = 'paused' THEN b.pause_reason END AS "pauseReason", s.deadline::text
    FROM (SELECT * FROM (${arms.join(' UNION ALL ')}) AS arms ORDER BY 1 ${order} LIMIT $1)
      AS s (document_id, reason, since, attempts, next_at, retry_class, last_code, last_error,
        review_reason, deadline)
    JOIN documents d ON d.id = s.document_id JOIN businesses b ON b.id = d.business_id
    ORDER BY s.document_id`;
  const { rows } = await poolOf(db).query<
    Omit<StuckDocument, 'documentId'> & { documentId: string }
  >(text, values);
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

/** Counts them by reason, with the oldest of each, among the oldest pending documents. */
export async function countStuckDocuments(
  db: Db,
  businessId?: number,
): Promise<{ reason: StuckReason; count: number; oldest: Date }[]> {
  const { rows } = await poolOf(db).query<{ reason: StuckReason; count: number; oldest: Date }>({
    name: 'count_stuck',
    text: `SELECT reason, count(*)::int AS count, min(since) AS oldest FROM (
        SELECT ${REASON} AS reason, e.created_at AS since FROM ${OLDEST_PENDING} AS e
          JOIN businesses b ON b.id = e.business_id
        WHERE ($1::int IS NULL OR e.business_id = $1)
        UNION ALL SELECT reason, since
          FROM (SELECT ${SETTLED} AND ($1::int IS NULL OR o.business_id = $1))
          AS o (document_id, reason, since, attempts, next_at, retry_class, last_code, last_error,
            review_reason, deadline)) AS each
      WHERE reason IS NOT NULL GROUP BY reason ORDER BY oldest`,
    values: [businessId ?? null],
  });
  return rows;
}
