/** The documents that keep a business in its environment. */
import { type Db, prismaOf } from '../db.js';
import type { Tx } from './audit.js';

/** Documents wait for the environment that would be left. */
export class DocumentsPending extends Error {
  override name = 'DocumentsPending';
  constructor(readonly waiting: PendingDocuments) {
    super(`${waiting.documents} documents wait for another environment`);
  }
}

export interface PendingDocuments {
  documents: number;
  /**
   * Of those, which may have been sent, and stay where they are: nothing may send them elsewhere.
   */
  maybeSent: number;
}

/** More are not counted one by one. */
export const MAX_PENDING_COUNTED = 10_000;

/** Documents that are neither settled nor left behind by an earlier change. */
export const countPending = (db: Db, businessId: number): Promise<PendingDocuments> =>
  countPendingWithin(prismaOf(db), businessId);

/** The same, within a transaction. */
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

/** Those that a pause keeps from being sent: a document in review waits for a person anyway. */
export const countToSend = (db: Db, businessId: number): Promise<number> =>
  prismaOf(db).emission.count({
    where: { businessId, reviewReason: null },
    take: MAX_PENDING_COUNTED,
  });

/** What stayed in review because its business left for another environment. */
export async function countLeftBehind(db: Db, businessId: number): Promise<number> {
  return prismaOf(db).emission.count({ where: { businessId, reviewReason: 'other_environment' } });
}
