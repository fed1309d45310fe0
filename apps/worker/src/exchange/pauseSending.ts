/**
 * Pauses the sending of a business when its access or certificate is refused. The document waits
 * until it is resumed, or goes to review when the fault is in its signed bytes.
 */
import { pauseBusiness, refuseCertificate, toReview, waitUntil } from '@rafaga/db';
import type { AttemptEnd, Pause } from '../decisions/decision.js';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';
import type { EndedAttempt } from './attempt.js';
import { writeEnd } from './writeEnd.js';

export async function pauseSending(attempt: EndedAttempt, decision: Pause): Promise<AttemptEnd> {
  const { deps, claim, log } = attempt;
  const { reason, retire } = decision;
  const pause = { reason, readAt: claim.now };
  // the fault may be in this document alone: only the refusal of a second document pauses
  const begin = retire
    ? () => refuseCertificate(deps.db, claim, pause)
    : () => pauseBusiness(deps.db, claim.businessId, pause);
  if (await retryWhileUnavailable(begin))
    log.warn('ALARMA: los envíos del negocio están detenidos', {
      businessId: claim.businessId,
      reason,
    });
  return retire ? retireDocument(attempt, decision) : waitForBusiness(attempt, decision);
}

async function retireDocument(
  { deps, claim, log }: EndedAttempt,
  { code, reason: error, send }: Pause,
): Promise<AttemptEnd> {
  const review = { reason: 'certificate', code, error, send } as const;
  await writeEnd(deps, claim, () => toReview(deps.db, claim, review));
  log.warn('ALARMA: en revisión', { reason: 'certificate', code, error });
  return { do: 'review', reason: review.reason };
}

async function waitForBusiness(
  { deps, claim, tookMs }: EndedAttempt,
  { code, reason: error, send, claimed }: Pause,
): Promise<AttemptEnd> {
  const wait = {
    delayMs: 0,
    class: 'paused',
    code,
    error,
    counted: false,
    send,
    claimed,
    tookMs,
  } as const;
  await writeEnd(deps, claim, () => waitUntil(deps.db, claim, wait));
  return { do: 'pause' };
}
