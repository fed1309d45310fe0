/**
 * Pauses and resumes a queue. Redis is told to pause too, and may forget it: no document is claimed
 * while the pause of its queue is here.
 */
import { audited, type By } from '../admin/audit.js';
import { type Db, prismaOf } from '../db.js';

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
  const rows = await prismaOf(db).queuePause.findMany({ select: { queue: true } });
  return rows.map(({ queue }) => queue as Queue);
}
