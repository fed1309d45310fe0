/**
 * Writes down what was decided. What the authority has answered is not let go of while the database
 * is away for a moment.
 */
import {
  type CdrSaid,
  type Claim,
  keepPendingCdr,
  LeaseLost,
  noteLate,
  pauseBusiness,
  refuseCertificate,
  settle,
  toReview,
  waitUntil,
} from '@rafaga/db';
import { readZip } from '@rafaga/engine';
import type { Logger } from '@rafaga/runtime';
import { keepCdr } from '../cdrs/keepCdr.js';
import { reportSignature } from '../cdrs/reportSignature.js';
import { reviewCdrSignature } from '../cdrs/reviewCdrSignature.js';
import type { Deps } from '../deps.js';
import { backoff } from './backoff.js';
import type { TerminalDecision } from './decision.js';
import { retryWhileUnavailable } from './retryWhileUnavailable.js';
import { cdrName, nameIn } from './sign.js';

type Settled = Extract<TerminalDecision, { do: 'settle' }>;
type Paused = Extract<TerminalDecision, { do: 'pause' }>;

/** A wrong password that is tried all day locks the account. */
const PAUSE_MS = 30 * 60_000;

export async function applyDecision(
  deps: Deps,
  claim: Claim,
  next: TerminalDecision,
  tookMs: number,
  log: Logger,
): Promise<void> {
  deps.metrics.attemptEnded(next, tookMs);
  switch (next.do) {
    case 'settle':
      return settleWith(deps, claim, next, tookMs, log);
    case 'wait': {
      const { do: _, delayMs = backoff(next.class, claim.attempt), ...wait } = next;
      await retryWhileUnavailable(() =>
        waitUntil(deps.db, claim, { ...wait, delayMs: delayMs * deps.pace, tookMs }),
      );
      log.debug('espera', { class: next.class, code: next.code, error: next.error });
      return;
    }
    case 'pause':
      return pauseWith(deps, claim, next, log);
    case 'review':
      await retryWhileUnavailable(() => toReview(deps.db, claim, next));
      log.warn('ALARMA: en revisión', { reason: next.reason, code: next.code, error: next.error });
  }
}

async function settleWith(
  deps: Deps,
  claim: Claim,
  next: Settled,
  tookMs: number,
  log: Logger,
): Promise<void> {
  const { state, evidence, code, description, notes, zip } = next;
  const checked = zip && deps.cdrTrusts.check(claim.business, readZip(zip).bytes);
  if (checked) reportSignature(deps.metrics, checked, log);
  const said: CdrSaid = { state, code, description, notes, signature: checked?.state };
  if (zip && checked?.review) {
    const reason = checked.reason ?? '';
    await retryWhileUnavailable(() => reviewCdrSignature(deps, claim, zip, said, reason));
    return void log.warn('ALARMA: en revisión', { reason: 'cdr_signature', code, error: reason });
  }
  const cdr = zip && (await keepCdr(deps, claim, nameIn(claim, cdrName(claim)), zip, said, log));
  await deps.checkpoint('kept', claim.documentId);
  try {
    await retryWhileUnavailable(() =>
      settle(deps.db, claim, { ...said, evidence, ...(cdr && { cdr }), tookMs }),
    );
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    if (cdr) await retryWhileUnavailable(() => keepPendingCdr(deps.db, claim, cdr, said));
    await noteLate(deps.db, claim, {
      code,
      detail: `${description} ${cdr ? `[${cdr.objectKey}]` : ''}`.trim(),
    });
    throw error;
  }
  await deps.checkpoint('settled', claim.documentId);
  deps.metrics.documentSettled(
    state,
    claim.now.getTime() + tookMs - claim.document.createdAt.getTime(),
  );
  if (claim.business.prints) deps.print(claim.documentId);
  if (state === 'rejected') log.info('rechazado', { code, description });
  else log.debug('aceptado', { code, observaciones: notes.length });
}

async function pauseWith(deps: Deps, claim: Claim, next: Paused, log: Logger): Promise<void> {
  const { code, reason, send, claimed, retire } = next;
  const pause = { forMs: PAUSE_MS, reason };
  // what one document was signed with may have been altered in it alone: a second one must say so
  // before all of them rest
  const begin = retire
    ? () => refuseCertificate(deps.db, claim, pause)
    : () => pauseBusiness(deps.db, claim.businessId, pause);
  if (await retryWhileUnavailable(begin))
    log.warn('ALARMA: los envíos del negocio están detenidos', {
      negocio_id: claim.businessId,
      reason,
    });
  if (retire) {
    await retryWhileUnavailable(() =>
      toReview(deps.db, claim, { reason: 'certificate', code, error: reason, send }),
    );
    log.warn('ALARMA: en revisión', { reason: 'certificate', code, error: reason });
    return;
  }
  const wait = {
    delayMs: 0,
    class: 'paused',
    code,
    error: reason,
    counted: false,
    send,
    claimed,
  } as const;
  await retryWhileUnavailable(() => waitUntil(deps.db, claim, wait));
}
