/**
 * Puts documents into review that two persons had resolved after the backup. The restored database
 * would send them again, and the evidence that the persons saw is not in the files; so persons
 * decide again, with the earlier decision in the timeline.
 */
import { type Db, poolOf } from '../db.js';
import { END_LEASE } from '../exchange/fence.js';
import { stageAfter } from '../stageSql.js';
import { msOfId } from '../statistics/documentIdTime.js';
import type { Decision, Resolution } from '../support/resolveReview.js';
import type { Client } from './behind.js';
import { REBUILDER } from './rebuildTransaction.js';

const WORD: Readonly<Record<Resolution, string>> = {
  accepted: 'aceptado',
  rejected: 'rechazado',
  discarded: 'descartado',
};

const REVIEW = `
  WITH held AS (
    UPDATE emissions e SET stage = ${stageAfter('review', 'review')}, review_reason = 'decided',
      ${END_LEASE}
    FROM documents d, unnest($1::bigint[], $2::text[]) AS g (id, detail)
    WHERE e.document_id = g.id AND d.id = g.id
      -- what stayed behind in another environment is sent to none
      AND (e.review_reason IN ('decided', 'other_environment')) IS NOT TRUE
      -- a person who had read the decision resumed it
      AND NOT EXISTS (SELECT FROM attempts a WHERE a.document_id = d.id AND a.step = 'review'
        AND a.worker = '${REBUILDER}' AND a.detail = g.detail)
    RETURNING e.document_id, e.business_id, e.attempts, d.reference, g.detail),
  reference AS (
    UPDATE "references" r SET state = 'review' FROM held
      WHERE r.business_id = held.business_id AND r.key = held.reference),
  noted AS (
    INSERT INTO attempts (document_id, business_id, attempt, step, detail, worker)
    SELECT document_id, business_id, attempts, 'review', detail, '${REBUILDER}' FROM held)
  SELECT document_id::text AS id FROM held
  UNION ALL
  SELECT document_id::text FROM emissions
    WHERE document_id = ANY ($1) AND review_reason = 'decided'`;

const BATCH = 500;

/**
 * May run again. A document that is settled, as by its CDR, stays so.
 * @returns how many are in review for it, those of earlier runs included
 */
export const reviewDecided = (db: Db, decisions: readonly Decision[]): Promise<number> =>
  reviewDecidedOn(() => poolOf(db), decisions);

async function reviewDecidedOn(
  client: () => Client,
  decisions: readonly Decision[],
): Promise<number> {
  let inReview = 0;
  for (let at = 0; at < decisions.length; at += BATCH) {
    const some = decisions.slice(at, at + BATCH);
    const ids = some.map(({ documentId }) => documentId);
    const { rowCount } = await client().query(REVIEW, [ids, some.map(detailOf)]);
    inReview += rowCount ?? 0;
  }
  return inReview;
}

const detailOf = ({ resolution, actor, reason }: Decision): string =>
  `decided: ${WORD[resolution]} por ${actor}: ${reason}`;

/** A document is decided after it was issued; the clocks of two machines may differ. */
const BEFORE_MS = 86_400_000;

/**
 * The same without a restoration, which none opens when no sale was made after the backup: to be
 * called on each new connection that sends, because a restore ends the earlier ones.
 * @param client where to run the next statement
 * @param readSince reads the decisions from a day on
 */
export async function reviewPendingDecided(
  client: () => Client,
  readSince: (day: Date) => Promise<readonly Decision[]>,
): Promise<void> {
  const { rows } = await client().query<{ oldest: string | null }>(OLDEST_PENDING);
  if (rows[0]?.oldest == null) return;
  const day = new Date(msOfId(Number(rows[0].oldest)) - BEFORE_MS);
  await reviewDecidedOn(client, await readSince(day));
}

const OLDEST_PENDING =
  "SELECT min(document_id)::text AS oldest FROM emissions WHERE stage <> 'review'";
