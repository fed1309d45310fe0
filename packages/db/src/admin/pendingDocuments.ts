/** Counts the documents that prevent a business from leaving its environment. */
import { type Db, prismaOf } from '../db.js';
import type { Tx } from './audit.js';

/** Documents are pending in the environment that would be left. */
export class DocumentsPending extends Error {
  override name = 'DocumentsPending';
  constructor(readonly waiting: PendingDocuments) {
    super(`${waiting.documents} documents wait for another environment`);
  }
}

export interface PendingDocuments {
  documents: number;
  /** How many of them may have been sent: they can be sent nowhere else, and stay behind. */
  maybeSent: number;
}

/** The count stops at this number. */
export const MAX_PENDING_COUNTED = 10_000;

/** Counts the documents that are neither settled nor left behind by an earlier change. */
export const countPending = (db: Db, businessId: number): Promise<PendingDocuments> =>
  countPendingWithin(prismaOf(db), businessId);

/** The same count, within a transaction. */
export async function countPendingWithin(tx: Tx, businessId: number): Promise<PendingDocuments> {
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

/** Counts the documents that a pause keeps from being sent, without those in review. */
export const countToSend = (db: Db, businessId: number): Promise<number> =>
  prismaOf(db).emission.count({
    where: { businessId, reviewReason: null },
    take: MAX_PENDING_COUNTED,
  });

/** Counts the documents that stayed in review when their business left the environment. */
export async function countLeftBehind(db: Db, businessId: number): Promise<number> {
  return prismaOf(db).emission.count({ where: { businessId, reviewReason: 'other_environment' } });
}
