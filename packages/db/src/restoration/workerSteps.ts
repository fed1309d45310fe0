import { type Db, poolOf, prismaOf } from '../db.js';
import type { Prisma } from '../generated/client.js';
import type { RestorationStep } from './restoration.js';

/** One worker at a time; the second number keeps the key apart from the sweep's. */
const LOCK = 'pg_try_advisory_lock(723242, 6)';
const UNLOCK = 'pg_advisory_unlock(723242, 6)';

/** Runs the work unless another process is running it. */
export async function withRestorationLock(db: Db, work: () => Promise<void>): Promise<void> {
  const client = await poolOf(db).connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(`SELECT ${LOCK} AS locked`);
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await client.query(`SELECT ${UNLOCK}`);
    }
  } finally {
    client.release();
  }
}

/** A step failed: what it did stays, and it continues from there when it is wanted again. */
export async function cancelStep(db: Db, id: number): Promise<void> {
  await prismaOf(db).restoration.update({ where: { id }, data: { wanted: null } });
}

/** How far a step is, for the people who wait for it. */
export async function noteProgress(
  db: Db,
  id: number,
  progress: Prisma.InputJsonObject,
): Promise<void> {
  await prismaOf(db).restoration.update({ where: { id }, data: { progress } });
}

/** A step is done, or cannot be: what came of it stays. */
export async function finishStep(
  db: Db,
  id: number,
  step: RestorationStep,
  result: Prisma.InputJsonObject,
): Promise<void> {
  const done = step === 'rebuild' ? { rebuilt: result } : { asked: result };
  await prismaOf(db).restoration.update({
    where: { id },
    data: { ...done, wanted: null, wantedBy: null, progress: { paso: step, fin: true } },
  });
}
