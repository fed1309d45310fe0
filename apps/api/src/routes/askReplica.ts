/**
 * Reads a settled document from a replica. A document younger than the allowed lag is not looked up
 * there: the replica may lack it, and most are not decided yet.
 */
import { type Db, msOfId } from '@rafaga/db';
import type { Deps } from '../deps.js';

/** @returns undefined when the primary must be asked */
export async function askReplica<T>(
  { replicas, clock }: Pick<Deps, 'replicas' | 'clock'>,
  id: number,
  find: (replica: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  const isYoung = clock().getTime() - msOfId(id) < replicas.maxLagMs;
  return isYoung ? undefined : replicas.ask(find);
}
