/** Writes how an attempt ends, and tries again while the database is unavailable. */
import { type Claim, hasEnded, LeaseLost, uncountCrash } from '@rafaga/db';
import type { Deps } from '../deps.js';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';

/**
 * @param write must be idempotent: it may have been committed although it failed, and the next one
 * then finds no lease
 */
export function writeEnd(
  { db }: Pick<Deps, 'db'>,
  claim: Claim,
  write: () => Promise<void>,
): Promise<void> {
  let failed = false;
  return retryWhileUnavailable(async () => {
    try {
      await write();
    } catch (error) {
      if (error instanceof LeaseLost && failed) {
        if (await hasEnded(db, claim)) return;
        // the claim that followed counted a crash of this worker, which lives
        await uncountCrash(db, claim);
      }
      failed = true;
      throw error;
    }
  });
}
