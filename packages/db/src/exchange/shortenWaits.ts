/** Ends what waits for PostgreSQL's clock, after a step back, as long as the step. */
import { type Db, poolOf } from '../db.js';
import { LEASE_MS } from './fence.js';
import { HELD, PAUSE } from './pause.js';

/** Longer than any wait and any lease. */
const TOO_LONG = `interval '10 minutes'`;
const A_LEASE_AWAY = `now() + ${LEASE_MS} * interval '1 ms'`;
const soon = (column: string) =>
  `CASE WHEN ${column} > now() + ${TOO_LONG} THEN ${A_LEASE_AWAY} ELSE ${column} END`;

/**
 * Shortens the pauses, probes, waits and leases, also those of pending CDRs and inquiries. A lease
 * keeps its length, because its worker may still be at work; a row that another process writes is
 * left for the next call.
 * @returns how many rows waited
 */
export async function shortenWaits(db: Db): Promise<number> {
  let rows = 0;
  for (const statement of STATEMENTS) rows += (await poolOf(db).query(statement)).rowCount ?? 0;
  return rows;
}

const STATEMENTS = [
  {
    name: 'shorten_waits',
    text: `UPDATE emissions
      SET next_at = ${soon('next_at')}, not_before = ${soon('not_before')},
        lease_until = ${soon('lease_until')}
      WHERE document_id = ANY (ARRAY(SELECT document_id FROM emissions
        WHERE review_reason IS NULL
          AND greatest(next_at, not_before, lease_until) > now() + ${TOO_LONG}
        FOR NO KEY UPDATE SKIP LOCKED))`,
  },
  {
    name: 'shorten_pauses',
    text: `UPDATE businesses
      SET probe_at = least(probe_at, ${A_LEASE_AWAY}),
        paused_until = CASE WHEN paused_until < $1 THEN least(paused_until, now() + ${PAUSE})
          ELSE paused_until END
      WHERE id = ANY (ARRAY(SELECT id FROM businesses WHERE probe_at > ${A_LEASE_AWAY}
          OR (paused_until > now() + ${PAUSE} AND paused_until < $1)
        FOR NO KEY UPDATE SKIP LOCKED))`,
    values: [HELD],
  },
  {
    name: 'shorten_cdr_waits',
    text: `WITH long AS (
        SELECT document_id, sha256 FROM pending_cdrs
        WHERE conflict IS NULL AND next_at > now() + ${TOO_LONG} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE pending_cdrs p SET next_at = ${A_LEASE_AWAY} FROM long
      WHERE p.document_id = long.document_id AND p.sha256 = long.sha256`,
  },
  {
    name: 'shorten_inquiries',
    text: `UPDATE inquiries SET taken_at = now()
      WHERE id = ANY (ARRAY(SELECT id FROM inquiries
        WHERE answered_at IS NULL AND taken_at > now() + ${TOO_LONG}
        FOR NO KEY UPDATE SKIP LOCKED))`,
  },
];
