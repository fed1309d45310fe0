/**
 * The environment of a business, which decides its series and where its documents are sent, and its
 * change. A change is refused while documents wait for the old environment, unless two persons have
 * the unsent ones moved.
 */

import { type Db, prismaOf } from '../db.js';
import { ENDPOINT } from '../exchange/endpoint.js';
import type { Prisma } from '../generated/client.js';
import { stageAfter } from '../stageSql.js';
import { audit, type By, type Tx } from './audit.js';

export type Environment = 'simulator' | 'beta' | 'production';

/** Where the documents of a business are sent, and which environment that is. */
export interface Target {
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  /** Only of a 'custom' one. */
  billUrl: string | null;
  consultUrl: string | null;
  environment: Environment;
}

/** The change is refused, because documents wait for the current environment. */
export class DocumentsPending extends Error {
  override name = 'DocumentsPending';
  constructor(readonly waiting: PendingDocuments) {
    super(`${waiting.documents} documents wait for another environment`);
  }
}

export interface PendingDocuments {
  documents: number;
  /** How many of those may have been sent, and must not be sent to another environment. */
  maybeSent: number;
}

/** Counting stops at this number. */
export const MAX_PENDING_COUNTED = 10_000;

export interface WantedTarget {
  authority?: Target['authority'] | undefined;
  billUrl?: string | null | undefined;
  consultUrl?: string | null | undefined;
  environment?: Environment | undefined;
}

/** The target of an authority; a 'custom' one is production unless the operator says otherwise. */
export function targetOf({
  authority = 'simulator',
  billUrl = null,
  consultUrl = null,
  environment,
}: WantedTarget): Target {
  if (authority !== 'custom')
    return { authority, billUrl: null, consultUrl: null, environment: authority };
  return { authority, billUrl, consultUrl, environment: environment ?? 'production' };
}

/** Whether documents for `from` must not be sent to `to`. */
export const isElsewhere = (from: Target, to: Target): boolean =>
  from.authority !== to.authority ||
  from.billUrl !== to.billUrl ||
  from.environment !== to.environment;

/** Documents that are neither settled nor left behind by an earlier change. */
export const countPending = (db: Db, businessId: number): Promise<PendingDocuments> =>
  countPendingWithin(prismaOf(db), businessId);

async function countPendingWithin(tx: Tx, businessId: number): Promise<PendingDocuments> {
  const [found] = await tx.$queryRaw<[PendingDocuments]>`
    SELECT count(*)::int AS documents, count(*) FILTER (WHERE sends > 0)::int AS "maybeSent"
    FROM (
      SELECT sends FROM emissions WHERE business_id = ${businessId} AND review_reason IS NULL
      UNION ALL SELECT sends FROM emissions
      WHERE business_id = ${businessId} AND review_reason IS NOT NULL
        AND review_reason <> 'other_environment'
      LIMIT ${MAX_PENDING_COUNTED}) AS waiting`;
  return found;
}

/** Documents in review because their business changed its environment. */
export async function countLeftBehind(db: Db, businessId: number): Promise<number> {
  return prismaOf(db).emission.count({ where: { businessId, reviewReason: 'other_environment' } });
}

/**
 * Changes the environment within a transaction. Its locks exclude issuing, so that no document is
 * issued for the old environment after the pending ones are counted.
 * @throws DocumentsPending when documents wait and `takeOver` is false
 */
export async function changeEnvironment(
  tx: Tx,
  by: By,
  businessId: number,
  to: Target,
  { takeOver = false } = {},
): Promise<void> {
  // in the order of issue_batch: series, then their business
  await tx.$queryRaw`SELECT id FROM series WHERE business_id = ${businessId}
    ORDER BY code, environment FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR UPDATE`;
  const { authority, billUrl, consultUrl, environment } = await tx.business.findUniqueOrThrow({
    where: { id: businessId },
  });
  const from = targetOf({ authority, billUrl, consultUrl, environment } as Target);
  if (isElsewhere(from, to)) {
    const waiting = await countPendingWithin(tx, businessId);
    if (waiting.documents > 0 && !takeOver) throw new DocumentsPending(waiting);
    await bringUnusedSeries(tx, businessId, from.environment, to.environment);
  }
  await tx.business.update({ where: { id: businessId }, data: { ...to } });
  if (takeOver) await takeOverWaiting(tx, by, businessId);
  await audit(tx, by, {
    action: 'environment.change',
    businessId,
    before: { ...from },
    after: { ...to } as Prisma.InputJsonObject,
  });
}

/** Moves series without documents to the new environment, with their next numbers. */
async function bringUnusedSeries(
  tx: Tx,
  businessId: number,
  from: Environment,
  to: Environment,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE series s SET environment = ${to}
      WHERE s.business_id = ${businessId} AND s.environment = ${from}
      AND NOT EXISTS (SELECT FROM documents d
        WHERE d.business_id = s.business_id AND d.kind = s.kind AND d.series = s.code
          AND d.environment = s.environment)
      AND NOT EXISTS (SELECT FROM series o
        WHERE o.business_id = s.business_id AND o.environment = ${to} AND o.code = s.code)`;
}

/**
 * Moves the pending documents to the new environment, with their numbers. Those that may have been
 * sent, or whose number is used there, go to review. Raising the epoch takes their leases from
 * workers, whose next write is refused.
 */
async function takeOverWaiting(tx: Tx, by: By, businessId: number): Promise<void> {
  for (;;) {
    const some = await tx.$queryRawUnsafe<{ id: bigint }[]>(SOME, businessId);
    if (some.length === 0) return;
    const ids = some.map(({ id }) => id);
    const values = [businessId, by.actor, by.reason ?? null];
    await tx.$executeRawUnsafe(LEAVE_BEHIND, ...values, ids);
    await tx.$executeRawUnsafe(TAKE_OVER, ...values, ids);
    await tx.$executeRawUnsafe(RENAME, businessId, ids);
    await tx.$executeRawUnsafe(COUNT_ON, businessId, ids);
  }
}

/** Documents a statement, so that each one ends before the statement timeout. */
const AT_ONCE = 10_000;

const ELSEWHERE = `e.document_id = d.id AND e.business_id = $1 AND b.id = $1
  AND e.review_reason IS DISTINCT FROM 'other_environment' AND (e.destination <> ${ENDPOINT} OR d.environment <> b.environment)`;
const LET_GO =
  'epoch = e.epoch + 1, crashes = 0, lease_owner = NULL, lease_until = NULL, not_before = NULL';

const SOME = `SELECT e.document_id AS id FROM emissions e, documents d, businesses b
  WHERE ${ELSEWHERE} LIMIT ${AT_ONCE}`;

const LEAVE_BEHIND = `
  WITH held AS (
    UPDATE emissions e SET stage = ${stageAfter('review', 'review')},
      review_reason = 'other_environment', ${LET_GO}
    FROM documents d, businesses b
    WHERE ${ELSEWHERE} AND d.id = ANY ($4::bigint[]) AND (e.sends > 0
      OR d.environment <> b.environment AND EXISTS (
      SELECT FROM documents o WHERE o.business_id = $1 AND o.kind = d.kind AND o.series = d.series
        AND o.environment = b.environment AND o.number = d.number))
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
      retry_class = NULL, last_code = NULL,
      last_error = NULL, claimed_code = NULL, compared = NULL, ${LET_GO}
    FROM documents d, businesses b WHERE ${ELSEWHERE} AND d.id = ANY ($4::bigint[])
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
