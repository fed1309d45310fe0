/**
 * Returns a document in review or waiting to the workers; audited. For a document that may have
 * been sent, they query the authority first.
 */
import type { By, Tx } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';
import { ENDPOINT } from '../exchange/endpoint.js';
import { END_LEASE } from '../exchange/fence.js';
import { stageAfter } from '../stageSql.js';

const RESUME = `
  WITH held AS (
    UPDATE emissions e SET
      stage = CASE
        WHEN e.sends > 0 OR e.claimed_code IS NOT NULL THEN ${stageAfter('resume', 'sending')}
        WHEN o.document_id IS NULL THEN ${stageAfter('resume', 'recorded')}
        ELSE ${stageAfter('resume', 'signed')} END,
      missing = 0, unclear_answers = 0, review_reason = NULL, ${END_LEASE}, next_at = now()
    FROM documents d
      JOIN businesses b ON b.id = d.business_id
      LEFT JOIN outcomes o ON o.document_id = d.id
    WHERE e.document_id = ANY ($1::bigint[]) AND d.id = e.document_id
      AND (e.lease_until > now()) IS NOT TRUE AND e.destination = ${ENDPOINT}
    RETURNING e.document_id, e.business_id, e.attempts, e.stage, d.reference),
  reference AS (
    UPDATE "references" r SET state = 'finished' FROM held
      WHERE r.business_id = held.business_id AND r.key = held.reference),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
    SELECT document_id, business_id, attempts, 'resumed', $3, $2 FROM held)
  INSERT INTO audit (actor, action, business_id, document_id, after, reason, request_id)
  SELECT $2, 'document.resume', business_id, document_id, jsonb_build_object('stage', stage),
    $3, $4 FROM held`;

/**
 * @returns false when it is settled, held by a worker at this moment, or of an environment that its
 * business has left
 */
export async function resumeDocument(db: Db, by: By, documentId: number): Promise<boolean> {
  const { rowCount } = await poolOf(db).query(RESUME, [
    [documentId],
    by.actor,
    by.reason ?? null,
    by.requestId ?? null,
  ]);
  return rowCount === 1;
}

/** Returns a document to the workers within a transaction; see `resumeDocument`. */
export async function resumeIn(tx: Tx, by: By, documentId: number): Promise<boolean> {
  return (await resumeAll(tx, by, [documentId])) === 1;
}

const resumeAll = (tx: Tx, by: By, ids: number[]): Promise<number> =>
  tx.$executeRawUnsafe(RESUME, ids, by.actor, by.reason ?? null, by.requestId ?? null);

/**
 * Returns to the workers the documents in review for lack of proof, when SUNAT can now be queried
 * or the business has changed its policy.
 * @returns the ids of the documents
 */
export async function resumeUnproven(tx: Tx, by: By, businessId: number): Promise<number[]> {
  const waiting = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT document_id AS id FROM emissions
      WHERE business_id = ${businessId} AND review_reason = 'unproven' ORDER BY document_id`;
  const ids = waiting.map(({ id }) => Number(id));
  if (ids.length > 0) await resumeAll(tx, by, ids);
  return ids;
}
