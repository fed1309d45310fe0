/** Sends a signed document: records the intent first, and only sends while the lease lasts. */
import { LEASE_MS } from '@rafaga/db';
import { TIMEOUTS } from '@rafaga/sunat';
import type { Query, TerminalDecision, Wait } from '../decisions/decision.js';
import type { Attempt } from './attempt.js';
import { notAdmitted } from './notAdmitted.js';
import { type SendExchange, sendBill } from './sendBill.js';
import { recordSignature } from './signDocument.js';

/**
 * How much of the lease must be left after the longest request, so that no other worker claims the
 * document while the request can still arrive.
 */
const MARGIN_MS = 5_000;

export async function send(attempt: Attempt): Promise<Query | TerminalDecision> {
  const { deps, steps, claim, document, services } = attempt;
  const zip = await document.zip();
  const permit = await services.sendAdmission.acquire();
  if (permit.is !== 'admitted') {
    await recordSignature(deps, claim, document);
    return notAdmitted(permit);
  }
  let decision: Query | TerminalDecision | undefined;
  try {
    const leaseCovers = requestFits(performance.now());
    await steps.recordIntent(claim, document);
    const exchange: SendExchange = { zip, leaseCovers };
    decision = leaseCovers() ? await sendBill(attempt, exchange) : PROCESS_SUSPENDED;
    return decision;
  } finally {
    permit.release(decision?.signal ?? 'unused');
  }
}

/** @returns whether a request that begins now ends before a lease that began at `leaseBegan` */
const requestFits = (leaseBegan: number) => (): boolean =>
  LEASE_MS - TIMEOUTS.request - MARGIN_MS - (performance.now() - leaseBegan) > 0;

const PROCESS_SUSPENDED: Wait = {
  do: 'wait',
  class: 'trouble',
  send: 'never',
  error: 'el proceso estuvo detenido antes de enviar',
};
