/** Carries a decision out in the database, and retries while the database is unavailable. */
import { toReview, waitUntil } from '@rafaga/db';
import { backoff } from '../decisions/backoff.js';
import type { AttemptEnd, Review, TerminalDecision, Wait } from '../decisions/decision.js';
import type { EndedAttempt } from './attempt.js';
import { pauseSending } from './pauseSending.js';
import { settleDocument } from './settleDocument.js';
import { writeEnd } from './writeEnd.js';

/** Counts the decision only after it is written: a worker that lost its lease decided nothing. */
export async function applyDecision(
  attempt: EndedAttempt,
  decision: TerminalDecision,
): Promise<AttemptEnd> {
  const { deps, claim, tookMs } = attempt;
  const end = await write(attempt, decision);
  deps.metrics.attemptEnded(end, tookMs);
  if (end.do !== 'wait') deps.decided(claim.documentId);
  return end;
}

function write(attempt: EndedAttempt, decision: TerminalDecision): Promise<AttemptEnd> {
  switch (decision.do) {
    case 'settle':
      return settleDocument(attempt, decision);
    case 'wait':
      return wait(attempt, decision);
    case 'pause':
      return pauseSending(attempt, decision);
    case 'review':
      return review(attempt, decision);
  }
}

async function wait({ deps, claim, log, tookMs }: EndedAttempt, decision: Wait): Promise<Wait> {
  const { class: waitClass, code, error, delayMs = backoff(waitClass, claim.attempt) } = decision;
  await writeEnd(deps, claim, () =>
    waitUntil(deps.db, claim, { ...decision, delayMs: delayMs * deps.pace, tookMs }),
  );
  log.debug('espera', { class: waitClass, code, error });
  return decision;
}

async function review({ deps, claim, log }: EndedAttempt, decision: Review): Promise<Review> {
  await writeEnd(deps, claim, () => toReview(deps.db, claim, decision));
  const { reason, code, error } = decision;
  log.warn('ALARMA: en revisión', { reason, code, error });
  return decision;
}
