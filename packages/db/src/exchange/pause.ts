/**
 * A business whose documents cannot be sent, for a reason of its own, rests; the others do not
 * notice.
 */
import { audited, type By } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';

/**
 * Nothing but an operator ends an operator's pause, and none of the documents shortens
 * it.
 */
export const HELD = new Date('9999-12-31T00:00:00Z');

/**
 * An operator's own pause stays as it is: the answer to a send that was in flight ends no sooner
 * what a person has stopped.
 * @returns whether this call began the pause: several documents may meet the same wall at once
 */
export async function pauseBusiness(
  db: Db,
  businessId: number,
  pause: { forMs: number; reason: string },
): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ fresh: boolean }>({
    name: 'pause_business',
    text: `UPDATE businesses b
      SET paused_until = now() + $2 * interval '1 ms', pause_reason = $3, updated_at = now()
      FROM (SELECT id, (paused_until > now()) IS NOT TRUE AS fresh FROM businesses
        WHERE id = $1 AND (paused_until >= $4) IS NOT TRUE FOR NO KEY UPDATE) AS was
      WHERE b.id = was.id RETURNING was.fresh`,
    values: [businessId, pause.forMs, pause.reason, HELD],
  });
  return rows[0]?.fresh ?? false;
}

/** The cause of the pause was corrected: new credentials or a new certificate since. */
export async function resumeRepairedBusinesses(db: Db): Promise<number[]> {
  const { rows } = await poolOf(db).query<{ id: number }>({
    name: 'resume_mended',
    text: `UPDATE businesses b SET paused_until = NULL, pause_reason = NULL
      WHERE b.paused_until > now() AND b.paused_until < $1
        AND (EXISTS (SELECT FROM accesses a
          WHERE a.business_id = b.id AND a.updated_at > b.updated_at)
          OR EXISTS (SELECT FROM certificates c
            WHERE c.business_id = b.id AND c.created_at > b.updated_at))
      RETURNING b.id`,
    values: [HELD],
  });
  return rows.map(({ id }) => id);
}

/** An operator's own pause: until an operator ends it. */
export async function holdBusiness(db: Db, by: By, businessId: number): Promise<void> {
  await audited(
    db,
    by,
    (tx) =>
      tx.$executeRaw`UPDATE businesses
        SET paused_until = ${HELD}, pause_reason = ${by.reason ?? 'pausado por un operador'},
          updated_at = now() WHERE id = ${businessId}`,
    () => ({ action: 'business.pause', businessId }),
  );
}

/** Sends again at once, by decision of an operator. */
export async function resumeBusiness(db: Db, by: By, businessId: number): Promise<void> {
  await audited(
    db,
    by,
    (tx) =>
      tx.business.update({
        where: { id: businessId },
        data: { pausedUntil: null, pauseReason: null },
      }),
    () => ({ action: 'business.resume', businessId }),
  );
}
