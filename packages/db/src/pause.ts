/** A business whose documents cannot be sent, for a reason of its own, rests; the others do not notice. */
import type { Db } from './db.js';

/** @returns whether this call began the pause: several documents may meet the same wall at once */
export async function pauseBusiness(db: Db, businessId: number, pause: { forMs: number; why: string }): Promise<boolean> {
  const { rows } = await db.pool.query<{ fresh: boolean }>({
    name: 'pause_business',
    text: `UPDATE businesses b SET paused_until = now() + $2 * interval '1 ms', paused_why = $3, updated_at = now()
      FROM (SELECT id, (paused_until > now()) IS NOT TRUE AS fresh FROM businesses WHERE id = $1 FOR NO KEY UPDATE) AS was
      WHERE b.id = was.id RETURNING was.fresh`,
    values: [businessId, pause.forMs, pause.why],
  });
  return rows[0]?.fresh ?? false;
}

/** What it was paused for was mended: new credentials or a new certificate since. */
export async function resumeMended(db: Db): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>({
    name: 'resume_mended',
    text: `UPDATE businesses b SET paused_until = NULL, paused_why = NULL
      WHERE b.paused_until > now()
        AND (EXISTS (SELECT FROM accesses a WHERE a.business_id = b.id AND a.updated_at > b.updated_at)
          OR EXISTS (SELECT FROM certificates c WHERE c.business_id = b.id AND c.created_at > b.updated_at))
      RETURNING b.id`,
  });
  return rows.map(({ id }) => id);
}

/** Sends again at once: an operator knows that it was mended. */
export async function resumeBusiness(db: Db, businessId: number): Promise<void> {
  await db.pool.query('UPDATE businesses SET paused_until = NULL, paused_why = NULL WHERE id = $1', [businessId]);
}
