/** Puts a document into review, with the reason and the last answer. */
import type { Db } from '../db.js';
import { stageAfter } from '../stageSql.js';
import type { Compared, ReviewReason } from './emissionStates.js';
import {
  type Fence,
  IS_HELD,
  insertAttempt,
  RELEASE_LEASE,
  RETURNING_HELD,
  shortText,
  writeFenced,
} from './fence.js';
import type { Wait } from './waitUntil.js';

export interface ToReview extends Pick<Wait, 'send' | 'claimed'> {
  reason: ReviewReason;
  code?: string | undefined;
  error?: string | undefined;
  compared?: Compared | undefined;
}

const TO_REVIEW = `
  WITH held AS (
    UPDATE emissions SET stage = ${stageAfter('review', 'review')}, review_reason = $5,
      last_code = coalesce($6, last_code), last_error = coalesce($7, last_error),
      claimed_code = coalesce($8, claimed_code), compared = coalesce($9, compared),
      sends = sends - ($10 IN ('never', 'refused'))::int,
      unanswered = unanswered OR $10 = 'unanswered',
      ${RELEASE_LEASE}, crashes = 0, not_before = NULL
    WHERE ${IS_HELD} ${RETURNING_HELD}),
  reference AS (
    UPDATE "references" r SET state = 'review' FROM held JOIN documents d ON d.id = held.document_id
    WHERE r.business_id = d.business_id AND r.key = d.reference)
  ${insertAttempt('review', { code: '$6', detail: `$5 || coalesce(': ' || $7, '')` })}`;

export function toReview(db: Db, fence: Fence, review: ToReview): Promise<void> {
  const { reason, code, error, claimed, compared, send = 'none' } = review;
  const values = [
    reason,
    code ?? null,
    shortText(error),
    claimed ?? null,
    compared ? JSON.stringify(compared) : null,
    send,
  ];
  return writeFenced(db, fence, { name: 'to_review', text: TO_REVIEW, values });
}
