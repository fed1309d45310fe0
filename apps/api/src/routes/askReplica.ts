/**
 * Asks a read replica about a document of which nothing changes any more. A younger document than
 * the bound on the lag is not asked for: the replica may lack it, and most are not decided yet.
 */
import { type Db, msOfId } from '@rafaga/db';
import type { Deps } from '../deps.js';

/** @returns undefined for what only the primary knows for certain */
export async function askReplica<T>(
  { replicas, clock }: Pick<Deps, 'replicas' | 'clock'>,
  id: number,
  find: (replica: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  const isYoung = clock().getTime() - msOfId(id) < replicas.maxLagMs;
  return isYoung ? undefined : replicas.ask(find);
}
