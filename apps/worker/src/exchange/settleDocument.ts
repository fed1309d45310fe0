/** Settles a document: checks the signature of its CDR, stores the CDR, then records the state. */
import {
  acceptCertificate,
  type CdrContent,
  type Claim,
  keepPendingCdr,
  LeaseLost,
  recordLateReply,
  type Settlement,
} from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import { reportSignature } from '../cdrs/reportSignature.js';
import { reviewCdrSignature } from '../cdrs/reviewCdrSignature.js';
import type { AttemptEnd, Settle } from '../decisions/decision.js';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';
import type { EndedAttempt } from './attempt.js';
import { writeEnd } from './writeEnd.js';

export async function settleDocument(attempt: EndedAttempt, decision: Settle): Promise<AttemptEnd> {
  const { deps, steps, claim, log, tookMs } = attempt;
  const { state, evidence, code, description, notes, cdr } = decision;
  const checked = cdr && deps.cdrTrusts.check(claim.business, cdr);
  if (checked) reportSignature(deps.metrics, checked, log);
  const content: CdrContent = { state, code, description, notes, signature: checked?.state };
  if (cdr && checked?.review) {
    const { zip } = cdr;
    const error = checked.reason ?? '';
    await writeEnd(deps, claim, () => reviewCdrSignature(deps, claim, { zip, content }, error));
    log.warn('ALARMA: en revisión', { reason: 'cdr_signature', code, error });
    return { do: 'review', reason: 'cdr_signature' };
  }
  const kept = cdr && (await steps.keepCdr(claim, { zip: cdr.zip, content }, log));
  await settleOrKeepLate(attempt, {
    state,
    evidence,
    code,
    description,
    notes,
    cdr: kept,
    signature: checked?.state,
    tookMs,
  });
  report(attempt, decision);
  if (claim.business.certificateRefused && clearsCertificate(decision))
    await acceptCertificate(deps.db, accepted(claim)).catch((error) =>
      log.warn('el certificado sigue como rechazado hasta la próxima aceptación', { error }),
    );
  return decision;
}

/** Whether SUNAT accepted the document now: a stored CDR may be from before the refusal. */
const clearsCertificate = ({ state, evidence, signal }: Settle): boolean =>
  state === 'accepted' && evidence === 'cdr' && signal === 'success';

const accepted = ({ businessId, now, signed }: Claim) => ({
  businessId,
  readAt: now,
  signedAt: signed?.at ?? now,
});

/** Settles the document; if another worker has the lease by now, stores the CDR for that worker. */
async function settleOrKeepLate(
  { deps, steps, claim }: EndedAttempt,
  settlement: Settlement,
): Promise<void> {
  try {
    await steps.settle(claim, settlement);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    const { cdr, code, description } = settlement;
    if (cdr) await retryWhileUnavailable(() => keepPendingCdr(deps.db, claim, cdr, settlement));
    await recordLateReply(deps.db, claim, {
      code,
      detail: `${description} ${cdr ? `[${cdr.objectKey}]` : ''}`.trim(),
    });
    throw error;
  }
}

function report({ deps, claim, log, tookMs }: EndedAttempt, decision: Settle): void {
  const { state, code, description, notes } = decision;
  const { createdAt, deadline } = claim.document;
  deps.metrics.documentSettled({
    state,
    afterMs: claim.now.getTime() + tookMs - createdAt.getTime(),
    inTime: limaToday(claim.now) <= deadline,
  });
  if (claim.business.prints) deps.print(claim.documentId);
  if (state === 'rejected') log.info('rechazado', { code, description });
  else log.debug('aceptado', { code, notes: notes.length });
}
