/** Takes back a crash that was counted for a worker that lives. */
import { type Db, poolOf } from '../db.js';
import type { Fence } from './fence.js';

/**
 * To be called by a worker that lost its lease because PostgreSQL could not be reached: the claim
 * after its own counted a crash, for it cannot tell the two apart.
 */
export async function uncountCrash(
  db: Db,
  { documentId, epoch }: Pick<Fence, 'documentId' | 'epoch'>,
): Promise<void> {
  await poolOf(db).query({
    name: 'uncount_crash',
    text: `UPDATE emissions SET crashes = crashes - 1
      WHERE document_id = $1 AND epoch = $2::int + 1 AND crashes > 0`,
    values: [documentId, epoch],
  });
}
