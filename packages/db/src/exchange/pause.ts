/** Pauses and resumes the sending of one business. */
import { audited, type By } from '../admin/audit.js';
import { type Db, poolOf } from '../db.js';
import { PROBE_DUE } from './probe.js';

/** Stands for the end of a pause that an operator ordered: only an operator ends it. */
export const HELD = new Date('9999-12-31T00:00:00Z');

/**
 * SQL: how long the refusal of an access or a certificate pauses. SUNAT locks an account after
 * repeated wrong passwords.
 */
export const PAUSE = `interval '30 minutes'`;

export interface BusinessPause {
  reason: string;
  /** When the refused credentials and certificate were read. */
  readAt?: Date;
}

/**
 * Pauses a business, unless an operator has already, or the refused credentials or certificate were
 * replaced since they were read.
 * @returns whether this call began the pause: several documents may fail at the same time
 */
export async function pauseBusiness(
  db: Db,
  businessId: number,
  pause: BusinessPause,
): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ fresh: boolean }>({
    name: 'pause_business',
    text: `UPDATE businesses b
      SET paused_until = now() + ${PAUSE}, pause_reason = $2, updated_at = now(),
        probe_at = ${PROBE_DUE}
      FROM (SELECT id, (paused_until > now()) IS NOT TRUE AS fresh FROM businesses found
        WHERE id = $1 AND (paused_until >= $3) IS NOT TRUE
          -- a time to come is of a wrong clock: it would admit one refusal after the other
          AND NOT EXISTS (SELECT FROM accesses
            WHERE business_id = $1 AND updated_at > $4 AND updated_at <= now())
          AND NOT EXISTS (SELECT FROM certificates
            WHERE business_id = $1 AND created_at > $4 AND created_at <= now())
        FOR NO KEY UPDATE OF found) AS was
      WHERE b.id = was.id RETURNING was.fresh`,
    values: [businessId, pause.reason, HELD, pause.readAt],
  });
  return rows[0]?.fresh ?? false;
}

/**
 * Resumes businesses that have new credentials or a new certificate.
 * @returns their ids
 */
export async function resumeRepairedBusinesses(db: Db): Promise<number[]> {
  const { rows } = await poolOf(db).query<{ id: number }>({
    name: 'resume_repaired',
    text: `UPDATE businesses b SET paused_until = NULL, pause_reason = NULL, probe_at = ${PROBE_DUE}
      WHERE b.paused_until > now() AND b.paused_until < $1
        -- as in pauseBusiness: a time to come would resume it after each refusal
        AND (EXISTS (SELECT FROM accesses a WHERE a.business_id = b.id
            AND a.updated_at > b.paused_until - ${PAUSE} AND a.updated_at <= now())
          OR EXISTS (SELECT FROM certificates c WHERE c.business_id = b.id
            AND c.created_at > b.paused_until - ${PAUSE} AND c.created_at <= now()))
      RETURNING b.id`,
    values: [HELD],
  });
  return rows.map(({ id }) => id);
}

/** Pauses a business until an operator resumes it. */
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

/** Resumes a business by an operator's decision. */
export async function resumeBusiness(db: Db, by: By, businessId: number): Promise<void> {
  await audited(
    db,
    by,
    (tx) =>
      tx.business.update({
        where: { id: businessId },
        data: { pausedUntil: null, pauseReason: null, probeAt: new Date(0) },
      }),
    () => ({ action: 'business.resume', businessId }),
  );
}
