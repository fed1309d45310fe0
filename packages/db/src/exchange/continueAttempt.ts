/** The writes of an attempt that goes on: each renews the lease. */
import { type Db, poolOf } from '../db.js';
import { stageAfter } from '../stageSql.js';
import {
  type Fence,
  IS_HELD,
  insertAttempt,
  LeaseLost,
  RENEW_LEASE,
  RETURNING_HELD,
  writeFenced,
} from './fence.js';

const MARK_SENDING = `
  WITH held AS (
    UPDATE emissions SET stage = ${stageAfter('send', 'sending')}, intent_at = now(),
      sends = sends + 1, missing = 0, claimed_code = NULL, ${RENEW_LEASE}
    WHERE ${IS_HELD} ${RETURNING_HELD})
  ${insertAttempt('sending')}`;

/** Records the intent to send before sending: after a crash the authority may have the document. */
export function markSending(db: Db, fence: Fence): Promise<void> {
  return writeFenced(db, fence, { name: 'mark_sending', text: MARK_SENDING, values: [] });
}

const HOLD = `WITH held AS (
    UPDATE emissions SET ${RENEW_LEASE} WHERE ${IS_HELD} ${RETURNING_HELD})`;

const RECORD_QUERY = `${HOLD}
  ${insertAttempt('asked', { code: '$5', detail: '$6', tookMs: '$7' })}`;

/** Adds the answer to a query to the timeline. */
export function recordQuery(
  db: Db,
  fence: Fence,
  { code, detail, tookMs }: { code?: string | undefined; detail: string; tookMs: number },
): Promise<void> {
  const values = [code ?? null, detail, tookMs];
  return writeFenced(db, fence, { name: 'record_query', text: RECORD_QUERY, values });
}

const RECORD_RESEND = `${HOLD} ${insertAttempt('sending', { code: '$5', detail: '$6' })}`;

/** Records that the same bytes are sent again, because the answer may belong to another request. */
export function recordResend(
  db: Db,
  fence: Fence,
  { code, detail }: { code?: string | undefined; detail: string },
): Promise<void> {
  const values = [code ?? null, detail];
  return writeFenced(db, fence, { name: 'record_resend', text: RECORD_RESEND, values });
}

/** Renews the lease before a query, which may take long. */
export async function renewLease(db: Db, fence: Fence): Promise<void> {
  const { rowCount } = await poolOf(db).query({
    name: 'renew_lease',
    text: `UPDATE emissions SET ${RENEW_LEASE} WHERE ${IS_HELD}`,
    values: [fence.documentId, fence.epoch],
  });
  if (rowCount === 0) throw new LeaseLost(fence);
}
