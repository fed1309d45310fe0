/**
 * Signs a document whose business is paused, so that its XML and PDF can be downloaded at once; it
 * is sent after the pause.
 */
import type { Claim } from '@rafaga/db';
import type { TerminalDecision, Wait } from '../decisions/decision.js';
import type { Deps } from '../deps.js';
import type { Steps } from '../steps.js';
import { certificateProblem } from './accessOrPause.js';
import { recordSignature, signOrReview } from './signDocument.js';

const waitForBusiness = (error?: string): Wait => ({
  do: 'wait',
  class: 'paused',
  ...(error !== undefined && { error }),
  counted: false,
});

export async function signAndWait(
  deps: Deps,
  { sign }: Pick<Steps, 'sign'>,
  claim: Claim,
): Promise<TerminalDecision> {
  const problem = certificateProblem(claim) ?? recentRefusal(claim);
  if (problem !== undefined) return waitForBusiness(problem);
  const document = await signOrReview(sign, claim);
  if ('do' in document) return document;
  await recordSignature(deps, claim, document);
  return waitForBusiness();
}

/** What keeps a document from being signed with a refused certificate: the next one can sign it. */
const recentRefusal = ({ business }: Claim): string | undefined =>
  business.certificateRefused
    ? 'SUNAT rechazó el certificado del negocio: el comprobante se firmará con el que siga'
    : undefined;
