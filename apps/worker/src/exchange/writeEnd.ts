/** Writes how an attempt ends, and tries again while the database is unavailable. */
import { type Claim, LeaseLost, uncountCrash } from '@rafaga/db';
import type { Deps } from '../deps.js';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';

/** @param write must be idempotent: it may have been committed although it failed */
export function writeEnd(
  { db }: Pick<Deps, 'db'>,
  claim: Claim,
  write: () => Promise<void>,
): Promise<void> {
  let failed = false;
  return retryWhileUnavailable(() =>
    write().catch(async (error) => {
      // the claim that followed counted a crash of this worker, which lives
      if (error instanceof LeaseLost && failed) await uncountCrash(db, claim);
      failed = true;
      throw error;
    }),
  );
}
