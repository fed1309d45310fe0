/** Checks that a business has what it needs to sign and to send, and opens its credentials. */
import type { Claim } from '@rafaga/db';
import type { Pause } from '../decisions/decision.js';
import type { Deps } from '../deps.js';
import { NO_ACCESS, type OpenAccess } from '../keys/accesses.js';

/** @returns the credentials of the business, or the pause that says in Spanish what is missing */
export async function accessOrPause(deps: Deps, claim: Claim): Promise<OpenAccess | Pause> {
  const reason = certificateProblem(claim);
  if (reason !== undefined) return { do: 'pause', reason };
  if (!claim.business.accessAt) return { do: 'pause', reason: NO_ACCESS };
  const access = await deps.accesses(claim);
  return 'missing' in access ? { do: 'pause', reason: access.missing } : access;
}

/**
 * What is wrong with the certificate, in Spanish; undefined for a document that is signed already.
 */
export function certificateProblem({ signed, business, now }: Claim): string | undefined {
  if (signed) return undefined;
  const { certificate } = business;
  if (!certificate) return 'Falta el certificado digital de la empresa.';
  if (certificate.notAfter < now) return 'El certificado digital de la empresa venció.';
  return certificate.notBefore > now
    ? 'El certificado digital de la empresa todavía no está vigente.'
    : undefined;
}
