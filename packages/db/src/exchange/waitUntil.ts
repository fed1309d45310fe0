/** Ends an attempt with a wait: the document is due again at a later time. */
import type { Db } from '../db.js';
import { stageAfter } from '../stageSql.js';
import type { SendFate, WaitClass } from './emissionStates.js';
import {
  type Fence,
  IS_HELD,
  insertAttempt,
  RELEASE_LEASE,
  RETURNING_HELD,
  shortText,
  writeFenced,
} from './fence.js';

export interface Wait {
  delayMs: number;
  class: WaitClass;
  code?: string | undefined;
  error?: string | undefined;
  /** False when nothing was tried: neither the attempt nor the crash count changes. */
  counted?: boolean;
  /** What became of the send; absent when nothing was sent. */
  send?: SendFate | undefined;
  /** How often in a row the authority has answered that it does not have the document. */
  missing?: number;
  /** The weight of the answers that could not be read or decided nothing, since it was resumed. */
  unclearAnswers?: number;
  /**
   * 1033, 1032 or 2987, once the authority said that the number is taken; absent: the stored code
   * stays.
   */
  claimed?: string | undefined;
  tookMs?: number | undefined;
}

/**
 * SQL: the columns after a send that settled nothing. While an earlier send may be registered, or
 * the authority says that the number is taken, the next attempt begins with a query.
 */
const AFTER_SEND = (fate: string, claimed: string) => `
  unanswered = unanswered OR ${fate} = 'unanswered',
  stage = CASE
    WHEN ${fate} IN ('unknown', 'unanswered')
      OR (${fate} IN ('never', 'refused') AND (sends > 1 OR ${claimed} IS NOT NULL))
    THEN ${stageAfter('send', 'sending')}
    WHEN ${fate} IN ('never', 'refused') THEN ${stageAfter('not_received', 'signed')}
    ELSE stage END,
  sends = sends - (${fate} IN ('never', 'refused'))::int,
  intent_at = CASE WHEN ${fate} = 'never' AND sends = 1 THEN NULL ELSE intent_at END`;

const NOTED = insertAttempt('waiting', {
  code: '$7',
  detail: `$6 || coalesce(': ' || $8, '')`,
  tookMs: '$12',
});

const WAIT_UNTIL = `
  WITH held AS (
    UPDATE emissions SET
      ${RELEASE_LEASE}, crashes = CASE WHEN $10 THEN 0 ELSE crashes END,
      next_at = now() + $5 * interval '1 ms', not_before = now() + $5 * interval '1 ms',
      retry_class = $6, last_code = coalesce($7, last_code),
      last_error = coalesce($8, last_error), missing = coalesce($9, missing),
      unclear_answers = coalesce($14, unclear_answers),
      attempts = attempts - (NOT $10)::int,
      claimed_code = coalesce($13, claimed_code),
      ${AFTER_SEND('$11', 'coalesce($13, claimed_code)')}
    WHERE ${IS_HELD} ${RETURNING_HELD}),
  sent AS (
    UPDATE outcomes o SET sent_at = held.intent_at FROM held
    WHERE o.document_id = $1 AND o.document_id = held.document_id AND o.sent_at IS NULL
      AND $11 IN ('unknown', 'unanswered', 'refused')),
  -- the answer that paused the business counts no attempt, and is seen all the same
  noted AS (${NOTED} WHERE $10 OR $7 IS NOT NULL)
  SELECT FROM held`;

export function waitUntil(db: Db, fence: Fence, wait: Wait): Promise<void> {
  const { delayMs, code, error, counted = true, send = 'none', missing, claimed, tookMs } = wait;
  const { unclearAnswers } = wait;
  const values = [
    Math.round(delayMs),
    wait.class,
    code ?? null,
    shortText(error),
    missing ?? null,
    counted,
    send,
    tookMs === undefined ? null : Math.round(tookMs),
    claimed ?? null,
    unclearAnswers ?? null,
  ];
  return writeFenced(db, fence, { name: 'wait_until', text: WAIT_UNTIL, values });
}
