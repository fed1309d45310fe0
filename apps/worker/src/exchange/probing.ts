/**
 * After a pause, one document of the business goes first and the others wait until SUNAT admits it:
 * SUNAT locks an account after repeated wrong passwords.
 */
import { beginProbe, type Claim, endProbe } from '@rafaga/db';
import type { TerminalDecision } from '../decisions/decision.js';
import type { Deps } from '../deps.js';

const NOT_FIRST: TerminalDecision = {
  do: 'wait',
  class: 'paused',
  error: 'otro comprobante comprueba antes el acceso del negocio',
  counted: false,
};

/** Runs an attempt at once; after a pause of its business only if no other document goes first. */
export async function probing(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { businessId, business }: Claim,
  attempt: () => Promise<TerminalDecision>,
): Promise<TerminalDecision> {
  if (!business.probes) return attempt();
  const until = await beginProbe(db, businessId);
  if (!until) return NOT_FIRST;
  let decision: TerminalDecision | undefined;
  try {
    decision = await attempt();
    return decision;
  } finally {
    const passed = isAdmitted(decision);
    // the pause that follows ends the probe; a probe that cannot be ended expires with its lease
    if (!pausesAgain(decision))
      await endProbe(db, businessId, { until, passed }).catch((error) =>
        log.warn('los demás comprobantes del negocio esperan un minuto', { businessId, error }),
      );
  }
}

const pausesAgain = (decision: TerminalDecision | undefined): boolean =>
  decision?.do === 'pause' && !decision.retire;

/**
 * Whether SUNAT itself accepted the credentials now: a stored CDR says nothing about them, and
 * Consulta Integrada has credentials of its own.
 */
const isAdmitted = (decision: TerminalDecision | undefined): boolean =>
  decision?.do === 'settle' && decision.signal === 'success';
