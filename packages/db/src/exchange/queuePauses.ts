/**
 * Records the pauses of queues. A queue is paused in Redis too, which may lose that, or the end of
 * it: while the row of the emission queue is here, no document is claimed. A worker that finds
 * Redis started anew pauses there again each queue with a row, and resumes the others.
 */
import { audited, type By } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';

type Queue = 'emit' | 'print';

/** A condition for statements that claim work; PostgreSQL evaluates it once for a statement. */
export const NOT_PAUSED = `(SELECT count(*) = 0 FROM queue_pauses p WHERE p.queue = 'emit')`;

export const pauseQueue = (db: Db, by: By, queue: Queue): Promise<void> =>
  audited(
    db,
    by,
    async (tx) => void (await tx.queuePause.createMany({ data: { queue }, skipDuplicates: true })),
    () => ({ action: 'queue.pause', after: { queue } }),
  );

export const resumeQueue = (db: Db, by: By, queue: Queue): Promise<void> =>
  audited(
    db,
    by,
    async (tx) => void (await tx.queuePause.deleteMany({ where: { queue } })),
    () => ({ action: 'queue.resume', after: { queue } }),
  );

export async function listPausedQueues(db: Db): Promise<Queue[]> {
  const { rows } = await poolOf(db).query<{ queue: Queue }>({
    name: 'paused_queues',
    text: 'SELECT queue FROM queue_pauses ORDER BY queue',
  });
  return rows.map(({ queue }) => queue);
}
