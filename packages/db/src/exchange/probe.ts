/** The probe of a business that was paused: the one document that is sent before the others. */
import { type Db, poolOf } from '../db.js';
import { LEASE_MS } from './fence.js';

/**
 * SQL: the time of the next probe after a pause: from now on one document at a time, until one is
 * admitted.
 */
export const PROBE_DUE = "timestamptz 'epoch'";

/** SQL: the business "b" sends nothing now: it is paused, or one of its documents is the probe. */
export const RESTING = '(b.paused_until > now() OR b.probe_at > now()) IS TRUE';

/**
 * Reserves the probe for one attempt, for the length of a lease.
 * @returns the end of the reservation; undefined when another document has it, or no probe is
 * needed any more
 */
export async function beginProbe(db: Db, businessId: number): Promise<Date | undefined> {
  const { rows } = await poolOf(db).query<{ until: Date }>({
    name: 'begin_probe',
    text: `UPDATE businesses SET probe_at = now() + $2 * interval '1 ms'
      WHERE id = $1 AND probe_at <= now() RETURNING probe_at AS until`,
    values: [businessId, LEASE_MS],
  });
  return rows[0]?.until;
}

/**
 * Ends the probe. Once it has passed, documents whose jobs ran meanwhile in vain are due again.
 * @param probe `passed`: whether the authority admitted it, so that the others follow; otherwise
 * another document is the next probe
 */
export async function endProbe(
  db: Db,
  businessId: number,
  { until, passed }: { until: Date; passed: boolean },
): Promise<void> {
  await poolOf(db).query({
    name: 'end_probe',
    text: `WITH ended AS (
        UPDATE businesses SET probe_at = CASE WHEN $3 THEN NULL ELSE ${PROBE_DUE} END
        WHERE id = $1 AND probe_at = $2 RETURNING id)
      UPDATE emissions SET next_at = greatest(now(), not_before)
      WHERE document_id = ANY (ARRAY(SELECT e.document_id FROM emissions e
        WHERE $3 AND e.business_id = (SELECT id FROM ended) AND e.review_reason IS NULL
          AND e.lease_owner IS NULL AND e.next_at > greatest(now(), e.not_before)
        FOR NO KEY UPDATE SKIP LOCKED))`,
    values: [businessId, until, passed],
  });
}
