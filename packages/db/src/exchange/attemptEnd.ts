/** Tells whether the end of an attempt was written by a statement whose answer was lost. */
import { type Db, poolOf } from '../db.js';
import type { Fence } from './fence.js';

/**
 * Whether this attempt settled its document, or ended in a wait or in review: only its own end
 * releases the lease of its epoch.
 */
export async function hasEnded(
  db: Db,
  { documentId, epoch, attempt, worker }: Fence,
): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ ended: boolean }>({
    name: 'attempt_ended',
    text: `SELECT EXISTS (SELECT FROM emissions
        WHERE document_id = $1 AND epoch = $2 AND lease_owner IS NULL)
      OR EXISTS (SELECT FROM attempts WHERE document_id = $1 AND attempt = $3 AND worker = $4
        AND step IN ('accepted', 'rejected')) AS ended`,
    values: [documentId, epoch, attempt, worker],
  });
  return rows[0]?.ended ?? false;
}
