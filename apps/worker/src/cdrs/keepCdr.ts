/** Stores a CDR: in the file store, or sealed in PostgreSQL while the file store is unavailable. */
import type { Claim, KeptFile } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { Deps } from '../deps.js';
import { cdrKey } from '../exchange/signDocument.js';
import { keepSealedCdr, type ReceivedCdr } from './receivedCdr.js';

/** Long enough for a store or a database to come back, shorter than the lease. */
const RETRY_FOR_MS = 30_000;
const RETRY_EVERY_MS = 500;
/** After this time without an answer the store counts as unavailable; the lease must cover it. */
const STORE_TIMEOUT_MS = 5_000;
/** A write that ends after the timeout is harmless: same bytes, same name. */
const notAnswering = () => new Error('el almacén no contesta');

/**
 * @returns where the CDR is stored; undefined when it is in PostgreSQL, from where it is moved
 * later
 * @throws the error of the file store, when PostgreSQL cannot store the CDR either
 */
export async function keepCdr(
  deps: Deps,
  claim: Claim,
  cdr: ReceivedCdr,
  log: Logger,
): Promise<KeptFile | undefined> {
  const key = cdrKey(claim);
  const until = performance.now() + RETRY_FOR_MS;
  for (let warned = false; ; warned = true) {
    try {
      return await withTimeout(deps.files.put(key, cdr.zip), STORE_TIMEOUT_MS, {
        error: notAnswering,
      });
    } catch (error) {
      if (await storePending(deps, claim, cdr, log)) {
        log.warn('el almacén no guardó la constancia: espera cifrada en PostgreSQL', { error });
        return undefined;
      }
      if (!warned)
        log.warn(
          'ALARMA: ni el almacén ni PostgreSQL guardan la constancia; el comprobante espera',
          { error },
        );
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
    }
  }
}

/** @returns false also while the database is unavailable: the caller tries both stores again */
async function storePending(
  deps: Deps,
  claim: Claim,
  cdr: ReceivedCdr,
  log: Logger,
): Promise<boolean> {
  try {
    return await keepSealedCdr(deps, claim, cdr);
  } catch (error) {
    log.debug('PostgreSQL no guardó la constancia', { error });
    return false;
  }
}
