/** Builds the statement that lists the documents that make no progress, for each filter. */
import type { ReviewReason } from '../exchange/emissionStates.js';
import { DUE_AT } from '../exchange/sweep.js';
import { EVERY_BUSINESS, type Scope } from '../scope.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';
import {
  type Bind,
  bindTo,
  type DocumentConditions,
  documentConditions,
  idRange,
} from './documentFilter.js';
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

export interface StuckFilter extends Partial<PageQuery> {
  scope: Scope;
  reason?: StuckReason | undefined;
  /** Selects documents in review for this reason and code; null: without a code. */
  review?: { reason: ReviewReason; code: string | null } | undefined;
  /** Further conditions on the document and its deadline. */
  only?: Omit<DocumentConditions, 'state' | 'reason' | 'settledFrom'> | undefined;
}

/**
 * SQL: the reason why a pending document, the emission "e" of a business "b", is stuck; null when
 * it makes progress.
 */
export const REASON = `CASE
    WHEN e.stage = 'review' THEN 'review'
    WHEN b.paused_until > now() THEN 'paused'
    WHEN e.stage = 'recorded' AND e.attempts = 0 AND e.retry_class IS NULL
      AND e.created_at < now() - interval '60 seconds' THEN 'untouched'
    WHEN e.stage = 'sending' AND (e.lease_until > now()) IS NOT TRUE
      AND e.intent_at < now() - interval '2 minutes' THEN 'unanswered'
    WHEN e.created_at < now() - interval '15 minutes'
      AND e.retry_class IS DISTINCT FROM 'unreachable' THEN 'slow'
  END`;

/** The columns of all arms of the UNION, in their order. */
export const ARM_COLUMNS = `document_id, reason, since, attempts, next_at, retry_class, last_code,
    last_error, review_reason, deadline`;
const PENDING = `e.document_id, ${REASON} AS reason, e.created_at AS since, e.attempts,
    ${DUE_AT} AS next_at, e.retry_class, e.last_code, e.last_error, e.review_reason, e.deadline
  FROM emissions e JOIN businesses b ON b.id = e.business_id WHERE true`;
/**
 * SQL: the outcomes "o" of the last week whose CDR was not received within ten minutes. An index
 * has those without a CDR by document; an index by time of settlement would slow down every
 * settlement. Documents issued long before are left out, so that they are not read again for ever.
 */
export const WITHOUT_CDR = `outcomes o WHERE o.without_cdr
    AND o.document_id > ((extract(epoch FROM now() - interval '60 days') * 1000)::bigint
      - ${NO_ID_BEFORE_MS}) << 10
    AND o.settled_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'`;
export const SETTLED = `o.document_id, 'without_cdr', o.settled_at, 0, NULL::timestamptz, NULL,
    o.code, o.description, NULL, NULL::date
  FROM ${WITHOUT_CDR}`;

/**
 * Makes the statement, oldest documents first: a page continues after the last id of the page
 * before, and stops when it is full. It contains only the conditions that the filter has, so that
 * PostgreSQL chooses the index for each.
 */
export function stuckStatement(filter: StuckFilter): { text: string; values: unknown[] } {
  const { reason, review, only = {}, from, back, limit = 100 } = filter;
  const values: unknown[] = [limit, from ?? 0];
  const bind = bindTo(values);
  const [beyond, order] = back && from ? ['< $2', 'DESC'] : ['> $2', 'ASC'];
  const sharedConditions = createSharedConditions(filter, bind);
  const arm = (alias: 'e' | 'o', select: string, own: string[]) => {
    const conditions = [`${alias}.document_id ${beyond}`, ...sharedConditions(alias), ...own];
    return `(SELECT ${select} AND ${conditions.join(' AND ')}
      ORDER BY ${alias}.document_id ${order} LIMIT $1)`;
  };
  const arms: string[] = [];
  for (const own of pendingArms(filter, bind)) arms.push(arm('e', PENDING, own));
  if ((reason === undefined || reason === 'without_cdr') && !review && !only.dueBy)
    arms.push(arm('o', SETTLED, only.code ? [`o.code = ${bind(only.code)}`] : []));
  return { text: pageOf(arms, order), values };
}

/** Makes the conditions on the emission or the outcome of a document, by its alias. */
function createSharedConditions({ scope, only = {} }: StuckFilter, bind: Bind) {
  const business = scope === EVERY_BUSINESS ? undefined : bind(scope);
  const range = idRange(only);
  const ofDocument = documentConditions(only, bind);
  return (alias: string): string[] => [
    ...(business ? [`${alias}.business_id = ${business}`] : []),
    ...(only.createdFrom ? [`${alias}.document_id >= ${bind(range.from)}`] : []),
    ...(only.createdBefore ? [`${alias}.document_id < ${bind(range.before)}`] : []),
    ...(ofDocument.length > 0
      ? [
          `EXISTS (SELECT FROM (SELECT * FROM documents WHERE id = ${alias}.document_id
            OFFSET 0) AS d WHERE ${ofDocument.join(' AND ')})`,
        ]
      : []),
  ];
}

/**
 * The conditions of each arm for pending documents. One business needs two arms, for those in
 * review and for the others, because each has an index by business. A single arm would read those
 * of every business in the order of the list until the page is full.
 */
function pendingArms(filter: StuckFilter, bind: Bind): string[][] {
  const { scope, reason, review } = filter;
  if (reason === 'without_cdr') return [];
  const conditions = pendingConditions(filter, bind);
  const inReview = review !== undefined || reason === 'review';
  if (scope === EVERY_BUSINESS || inReview) return [conditions];
  const others = [...conditions, 'e.review_reason IS NULL'];
  return reason ? [others] : [[...conditions, 'e.review_reason IS NOT NULL'], others];
}

function pendingConditions({ reason, review, only = {} }: StuckFilter, bind: Bind): string[] {
  return [
    reasonCondition(reason, review !== undefined, bind),
    ...(review
      ? [
          `e.review_reason = ${bind(review.reason)}`,
          `e.last_code IS NOT DISTINCT FROM ${bind(review.code)}`,
        ]
      : []),
    ...(only.dueBy ? [`e.deadline <= ${bind(only.dueBy)}::date`] : []),
    ...(only.code ? [`e.last_code = ${bind(only.code)}`] : []),
  ];
}

function reasonCondition(reason: StuckReason | undefined, inReview: boolean, bind: Bind) {
  if (inReview || reason === 'review') return 'e.review_reason IS NOT NULL';
  return reason ? `${REASON} = ${bind(reason)}` : `${REASON} IS NOT NULL`;
}

const pageOf = (arms: readonly string[], order: string): string => `
  SELECT s.document_id AS "documentId", d.business_id AS "businessId", b.ruc,
    b.legal_name AS "legalName", d.reference, d.environment, d.kind, d.series,
    d.number, s.reason, s.since, s.attempts, s.next_at AS "nextAt", s.retry_class AS "waitClass",
    s.last_code AS "lastCode", s.last_error AS "lastError", s.review_reason AS "reviewReason",
    CASE WHEN s.reason = 'paused' THEN b.pause_reason END AS "pauseReason", s.deadline::text
  FROM (SELECT * FROM (${arms.join(' UNION ALL ')}) AS arms ORDER BY 1 ${order} LIMIT $1)
    AS s (${ARM_COLUMNS})
  JOIN documents d ON d.id = s.document_id JOIN businesses b ON b.id = d.business_id
  ORDER BY s.document_id`;
