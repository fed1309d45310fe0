/**
 * Sends a document to review because of the signature of its CDR, which is kept as evidence and as
 * the pending CDR that a resumed attempt begins with.
 */
import { type Claim, keepAnswer, keptAnswerColumn, toReview } from '@rafaga/db';
import { hashAndSize } from '@rafaga/storage';
import type { Deps } from '../deps.js';
import { keepSealedCdr, type ReceivedCdr } from './receivedCdr.js';

export async function reviewCdrSignature(
  deps: Deps,
  claim: Claim,
  cdr: ReceivedCdr,
  reason: string,
): Promise<void> {
  const { db, vault } = deps;
  const { documentId } = claim;
  const evidence = hashAndSize(cdr.zip);
  await keepAnswer(db, claim, {
    kind: 'cdr',
    ...evidence,
    sealed: vault.seal(cdr.zip, keptAnswerColumn(documentId, evidence.sha256)),
  });
  // a resumed attempt settles by this CDR once its signer is registered or the policy allows it
  await keepSealedCdr(deps, claim, cdr, { forPerson: true });
  await toReview(db, claim, {
    reason: 'cdr_signature',
    code: cdr.content.code,
    error: reason,
    send: 'unknown',
  });
}
