/** Settles a document by a CDR that an earlier attempt received but could not record. */
import { type Claim, findPendingCdr, type PendingCdr, pendingCdrColumn } from '@rafaga/db';
import { CdrProblem } from '@rafaga/engine';
import { FileDamaged, FileMissing } from '@rafaga/storage';
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
  const zip = pending && (await bytesOf(deps, claim, pending));
  const cdr = zip && ownCdr(zip, claim, signed);
  if (!cdr) return undefined;
  const evidence = { kind: 'cdr', cdr } as const;
  return pending.state === 'accepted' ? accepted(evidence) : rejected(evidence);
}

/** Before this attempt a file that is missing may be on a volume that is not mounted. */
const LOST_AT_ATTEMPT = 10;

/** @returns undefined when its file is lost: the authority is asked, as after any lost answer */
async function bytesOf(
  { files, vault }: Deps,
  { attempt }: Claim,
  { documentId, sealed, objectKey, sha256 }: PendingCdr,
): Promise<Buffer | undefined> {
  if (sealed) return vault.open(sealed, pendingCdrColumn(documentId, sha256));
  try {
    return await files.get(objectKey as string, sha256);
  } catch (error) {
    const isLost =
      error instanceof FileDamaged || (error instanceof FileMissing && attempt >= LOST_AT_ATTEMPT);
    if (isLost) return undefined;
    throw error;
  }
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
