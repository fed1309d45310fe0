/** Whether the authority accepted the stored credentials of a business when they were tried. */
import { type Db, prismaOf } from '../db.js';
import type { Tx } from './audit.js';

export const TRIAL_ACCEPTED = 'accepted';

export interface Trial {
  /** TRIAL_ACCEPTED, or the reason, in Spanish, why nothing is known. */
  result: string;
  at: Date;
}

export interface AccessTrials {
  sol?: Trial;
  consult?: Trial;
}

/** Stores the results of trials; those that are left out keep the earlier result. */
export async function putAccessTrials(
  db: Db,
  businessId: number,
  { sol, consult }: AccessTrials,
): Promise<void> {
  const data = {
    ...(sol && { sol: sol.result, solAt: sol.at }),
    ...(consult && { consult: consult.result, consultAt: consult.at }),
  };
  await prismaOf(db).accessTrial.upsert({
    where: { businessId },
    create: { businessId, ...data },
    update: data,
  });
}

/**
 * Forgets what was tried, in the transaction of a change after which it proves nothing: other
 * credentials, another authority, another RUC.
 */
export async function forgetTrials(
  tx: Tx,
  businessId: number,
  { sol, consult }: { sol: boolean; consult: boolean },
): Promise<void> {
  const data = {
    ...(sol && { sol: null, solAt: null }),
    ...(consult && { consult: null, consultAt: null }),
  };
  await tx.accessTrial.updateMany({ where: { businessId }, data });
}

export async function findAccessTrials(db: Db, businessId: number): Promise<AccessTrials> {
  const row = await prismaOf(db).accessTrial.findUnique({ where: { businessId } });
  return {
    ...(row?.sol && row.solAt ? { sol: { result: row.sol, at: row.solAt } } : {}),
    ...(row?.consult && row.consultAt
      ? { consult: { result: row.consult, at: row.consultAt } }
      : {}),
  };
}
