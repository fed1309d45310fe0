/** Tells the watchdog whether documents are due that no worker has claimed. */
import { type Db, poolOf } from '../db.js';
import { ENDPOINT } from '../exchange/endpoint.js';
import { openBusinesses } from '../exchange/openBusinesses.js';
import { NOT_RESTORING } from '../restoration/restoration.js';

/** The most documents that are examined when few businesses have any. */
const MANY = 10_000;
const OVERDUE = `
  WITH RECURSIVE ${openBusinesses()},
  -- some of each business: the backlog of one that is paused hides no other
  share (many) AS (SELECT ceil(${MANY}.0 / count(*))::int FROM open)
  SELECT ${NOT_RESTORING} AND EXISTS (
    SELECT FROM (SELECT now() - $1 * interval '1 ms' AS long_ago) AS t, share, open
    JOIN businesses b ON b.id = open.business_id
    CROSS JOIN LATERAL (
      SELECT * FROM emissions WHERE business_id = b.id AND review_reason IS NULL
      ORDER BY next_at LIMIT share.many) AS e
    WHERE e.created_at < long_ago AND (e.not_before IS NULL OR e.not_before < long_ago)
      AND (e.lease_until IS NULL OR e.lease_until < long_ago)
      AND (b.paused_until IS NULL OR b.paused_until < long_ago) AND (e.stage = 'recorded'
        OR ${ENDPOINT} <> ALL ($2))) AS overdue`;

/**
 * Whether a document has been due for `ms` without being claimed.
 * @param avoid endpoints whose circuit breaker is open: signed documents for them are not claimed
 */
export async function isOverdue(db: Db, ms: number, avoid: readonly string[]): Promise<boolean> {
  const { rows } = await poolOf(db).query<{ overdue: boolean }>({
    name: 'is_overdue',
    text: OVERDUE,
    values: [ms, avoid],
  });
  return rows[0]?.overdue ?? false;
}
