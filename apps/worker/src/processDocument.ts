/**
 * Takes a document from recorded to settled: claim, sign, query or send, decide, apply. Run again
 * at any point, it signs, sends and settles nothing twice.
 */
import { type Claim, LeaseLost } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { errorType } from '@rafaga/tracing';
import { decideFromLateCdr } from './cdrs/lateCdr.js';
import type { Query, Send, TerminalDecision } from './decisions/decision.js';
import { contextAfterSend, contextOfClaim, mustQueryFirst } from './decisions/queryContext.js';
import type { Deps } from './deps.js';
import { accessOrPause } from './exchange/accessOrPause.js';
import { applyDecision } from './exchange/applyDecision.js';
import { applyError, decideAfterError } from './exchange/applyError.js';
import type { Attempt } from './exchange/attempt.js';
import { createSteps } from './exchange/createSteps.js';
import { probing } from './exchange/probing.js';
import { createQuarantine, reviewAfterCrashes } from './exchange/quarantine.js';
import { carriedOver, query } from './exchange/query.js';
import { send } from './exchange/send.js';
import { signAndWait } from './exchange/signAndWait.js';
import { signOrReview } from './exchange/signDocument.js';
import { storeEvidence } from './exchange/storeEvidence.js';
import { type CheckpointHook, type Steps, withCheckpoints } from './steps.js';

/** @param hook called after each step; tests stop the process there */
export function createDocumentProcessor(
  deps: Deps,
  hook: CheckpointHook,
): (documentId: number) => Promise<void> {
  const quarantine = createQuarantine();
  const decide = (claim: Claim) => quarantine(claim, () => attempt(deps, steps, claim));
  const steps: Steps = withCheckpoints(createSteps(deps, decide), hook);

  return async (documentId) => {
    const asked = performance.now();
    const claimed = await steps.claim(documentId);
    if (!claimed) return;
    const claim = deps.spans.begin(claimed, asked);
    const began = performance.now();
    const log = logOf(deps, claim);
    let outcome = 'error';
    let failed: string | undefined;
    try {
      const decision = await steps.decide(claim);
      const tookMs = Math.round(performance.now() - began);
      outcome = (await applyDecision({ deps, steps, claim, log, tookMs }, decision)).do;
    } catch (error) {
      failed = errorType(error);
      await applyError({ deps, steps, claim, log, tookMs: 0 }, error);
    } finally {
      deps.spans.end(claim, outcome, failed);
    }
  };
}

/** Adds the document, the attempt and the request to every line. */
function logOf({ log, spans }: Deps, claim: Claim): Logger {
  const { documentId, attempt: number, document } = claim;
  const traceId = spans.traceId(claim);
  const { requestId } = document;
  return log.child({ documentId, attempt: number, requestId, ...(traceId && { traceId }) });
}

async function attempt(deps: Deps, steps: Steps, claim: Claim): Promise<TerminalDecision> {
  const crashed = reviewAfterCrashes(claim);
  if (crashed) return crashed;
  if (claim.business.resting) return signAndWait(deps, steps, claim);
  const access = await accessOrPause(deps, claim);
  if ('do' in access) return access;
  return probing(deps, claim, () => signAndExchange({ deps, steps, claim, access }));
}

async function signAndExchange({
  deps,
  steps,
  claim,
  access,
}: Omit<Attempt, 'document' | 'services'>): Promise<TerminalDecision> {
  const document = await signOrReview(steps.sign, claim);
  if ('do' in document) return document;
  await deps.cdrTrusts.ready(claim.business);
  const late = await decideFromLateCdr(deps, claim, document);
  if (late) return late;
  const services = deps.authorities.of(claim.business);
  return exchange({ deps, steps, claim, document, access, services });
}

/** Queries before the send when an earlier one may be registered, and after it when in doubt. */
async function exchange(attempt: Attempt): Promise<TerminalDecision> {
  if (mustQueryFirst(attempt.claim)) {
    const known = await storeEvidence(attempt, await query(attempt, contextOfClaim(attempt.claim)));
    if (known.do !== 'send') return known;
  }
  const sent = await storeEvidence(attempt, await send(attempt));
  if (sent.do !== 'query') return sent;
  const found = await queryAfter(sent, attempt);
  return found.do === 'send' ? contradiction(sent) : found;
}

/** An error of our own must not forget what the send was answered: the next attempt needs it. */
async function queryAfter(sent: Query, attempt: Attempt): Promise<Send | TerminalDecision> {
  const { deps, claim } = attempt;
  const context = contextAfterSend(sent);
  try {
    return await storeEvidence(attempt, await query(attempt, context));
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const decision = decideAfterError({ deps, claim, log: logOf(deps, claim) }, error);
    return { ...decision, ...carriedOver(context) };
  }
}

/**
 * SUNAT says that the number is taken, then that it is not: a second send would get the same
 * answers.
 */
const contradiction = ({ code, error, send: fate }: Query): TerminalDecision => ({
  do: 'review',
  reason: 'foreign_number',
  code,
  claimed: code,
  send: fate,
  error: `al enviar: ${error}; al consultar: no existe`,
});
