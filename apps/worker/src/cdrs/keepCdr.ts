/**
 * Puts the CDR that the authority gave where it is not lost: in the store, or, while that takes
 * nothing, sealed in PostgreSQL.
 */
import {
  type CdrSaid,
  type Claim,
  type KeptFile,
  keepPendingCdr,
  pendingCdrContext,
} from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { withTimeout } from '@rafaga/runtime/concurrency';
import { describe } from '@rafaga/storage';
import type { Deps } from '../deps.js';

/** Long enough for a store or a database to come back, shorter than the lease. */
const RETRY_FOR_MS = 30_000;
const AGAIN_MS = 500;
/**
 * A store that says nothing for so long is away: the lease has a minute for the exchange and for
 * this.
 */
const PATIENCE_MS = 5_000;
/** A write that ends later in spite of it gives the same file under the same name. */
const notAnswering = () => new Error('el almacén no contesta');

/**
 * @param name in the store
 * @returns where it rests; undefined when it waits in PostgreSQL, from where it goes to the store
 * by itself
 * @throws what the store said, when PostgreSQL takes no more either
 */
export async function keepCdr(
  deps: Deps,
  claim: Claim,
  name: string,
  zip: Buffer,
  said: CdrSaid,
  log: Logger,
): Promise<KeptFile | undefined> {
  const until = performance.now() + RETRY_FOR_MS;
  for (let told = false; ; told = true) {
    try {
      return await withTimeout(deps.files.put(name, zip), PATIENCE_MS, { error: notAnswering });
    } catch (error) {
      if (await pending(deps, claim, zip, said, log)) {
        log.warn('el almacén no guardó la constancia: espera cifrada en PostgreSQL', { error });
        return undefined;
      }
      if (!told)
        log.warn(
          'ALARMA: ni el almacén ni PostgreSQL guardan la constancia; el comprobante espera',
          { error },
        );
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** False also when the database is away: it is asked again, with the store. */
async function pending(
  { db, vault }: Deps,
  claim: Claim,
  zip: Buffer,
  said: CdrSaid,
  log: Logger,
): Promise<boolean> {
  const sealed = vault.seal(zip, pendingCdrContext(claim.documentId));
  try {
    return await keepPendingCdr(db, claim, { ...describe(zip), sealed }, said);
  } catch (error) {
    log.debug('PostgreSQL no guardó la constancia', { error });
    return false;
  }
}
