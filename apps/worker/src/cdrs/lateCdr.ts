/** Settles a document by a CDR that an earlier attempt received but could not record. */
import { type Claim, findPendingCdr, type PendingCdr, pendingCdrColumn } from '@rafaga/db';
import { CdrProblem } from '@rafaga/engine';
import type { TerminalDecision } from '../decisions/decision.js';
import { type OwnCdr, oursOf, readOwnCdr } from '../decisions/ownCdr.js';
import { accepted, rejected } from '../decisions/proven.js';
import type { Deps } from '../deps.js';

/**
 * The CDR answered our own send, which is proof. It is read again to check that it names our
 * document.
 *
 * @returns undefined when there is no such CDR
 */
export async function decideFromLateCdr(
  deps: Deps,
  claim: Claim,
  signed: { digest: string; at: Date },
): Promise<TerminalDecision | undefined> {
  if (claim.stage !== 'sending') return undefined;
  const pending = await findPendingCdr(deps.db, claim.documentId);
  const cdr = pending && ownCdr(await bytesOf(deps, pending), claim, signed);
  if (!cdr) return undefined;
  const evidence = { kind: 'cdr', cdr } as const;
  return pending.state === 'accepted' ? accepted(evidence) : rejected(evidence);
}

async function bytesOf(
  { files, vault }: Deps,
  { documentId, sealed, objectKey, sha256 }: PendingCdr,
): Promise<Buffer> {
  return sealed
    ? vault.open(sealed, pendingCdrColumn(documentId, sha256))
    : files.get(objectKey as string, sha256);
}

function ownCdr(
  zip: Buffer,
  claim: Claim,
  signed: { digest: string; at: Date },
): OwnCdr | undefined {
  try {
    const cdr = readOwnCdr(zip, oursOf(claim, signed));
    return cdr && cdr.match !== 'differs' ? cdr : undefined;
  } catch (error) {
    if (error instanceof CdrProblem) return undefined;
    throw error;
  }
}
