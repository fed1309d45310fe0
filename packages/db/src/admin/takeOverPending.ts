/** Handles the pending documents of a business that has just changed its environment. */
import { ENDPOINT } from '../exchange/endpoint.js';
import { END_LEASE } from '../exchange/fence.js';
import { stageAfter } from '../stageSql.js';
import type { By, Tx } from './audit.js';

/**
 * Documents that may have been sent, and those whose number is used in the new environment, stay in
 * review, where only persons can settle them. The others move to the new environment with their
 * numbers, and its series continue after them. A worker that holds one loses its lease and notices
 * before it sends.
 */
export async function takeOverPending(tx: Tx, by: By, businessId: number): Promise<void> {
  for (;;) {
    const some = await tx.$queryRawUnsafe<{ id: bigint }[]>(SOME, businessId);
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    const values = [businessId, by.actor, by.reason ?? null];
    await tx.$executeRawUnsafe(PUT_IN_REVIEW, ...values, ids);
    await tx.$executeRawUnsafe(TAKE_OVER, ...values, ids);
    await tx.$executeRawUnsafe(RENAME, businessId, ids);
    await tx.$executeRawUnsafe(COUNT_ON, businessId, ids);
  }
}

/** Documents in one statement: it must end before the statement time-out. */
const AT_ONCE = 10_000;

const ELSEWHERE = `e.document_id = d.id AND e.business_id = $1 AND b.id = $1
  AND e.review_reason IS DISTINCT FROM 'other_environment'
  AND (e.destination <> ${ENDPOINT} OR d.environment <> b.environment)`;

const SOME = `SELECT e.document_id AS id FROM emissions e, documents d, businesses b
  WHERE ${ELSEWHERE} LIMIT ${AT_ONCE}`;

const PUT_IN_REVIEW = `
  WITH held AS (
    UPDATE emissions e SET stage = ${stageAfter('review', 'review')},
      review_reason = 'other_environment', ${END_LEASE}
    FROM documents d, businesses b
    WHERE ${ELSEWHERE} AND d.id = ANY ($4::bigint[]) AND (e.sends > 0
      OR d.environment <> b.environment
        AND number_issued($1, d.kind, d.series, b.environment, d.number))
    RETURNING e.document_id, e.business_id, e.attempts, d.reference),
  reference AS (
    UPDATE "references" r SET state = 'review' FROM held
      WHERE r.business_id = held.business_id AND r.key = held.reference)
  INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
  SELECT document_id, business_id, attempts, 'review', 'other_environment' || coalesce(': ' || $3,
    ''), $2 FROM held`;

const TAKE_OVER = `
  WITH held AS (
    UPDATE emissions e SET destination = ${ENDPOINT}, next_at = now(), missing = 0,
      unclear_answers = 0, retry_class = NULL, last_code = NULL,
      last_error = NULL, claimed_code = NULL, compared = NULL, ${END_LEASE}
    FROM documents d, businesses b WHERE ${ELSEWHERE} AND d.id = ANY ($4::bigint[])
      -- a send that began meanwhile: the next round puts it in review
      AND e.sends = 0
    RETURNING e.document_id, e.business_id, e.attempts)
  INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
  SELECT document_id, business_id, attempts, 'moved', $3, $2 FROM held`;

const TAKEN = `d.id = ANY ($2::bigint[]) AND b.id = $1 AND e.document_id = d.id AND e.sends = 0
  AND e.review_reason IS DISTINCT FROM 'other_environment'`;

const RENAME = `UPDATE documents d SET environment = b.environment FROM emissions e, businesses b
  WHERE ${TAKEN} AND d.environment <> b.environment`;

const COUNT_ON = `
  INSERT INTO series (business_id, environment, kind, code, last_number)
  SELECT $1, b.environment, d.kind, d.series, max(d.number)
    FROM documents d, emissions e, businesses b WHERE ${TAKEN}
  GROUP BY 2, 3, 4
  ON CONFLICT (business_id, environment, code) DO UPDATE
    SET last_number = greatest(series.last_number, excluded.last_number)`;
