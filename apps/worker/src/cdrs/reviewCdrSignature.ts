/**
 * Sends a document to review because of the signature of its CDR, which is kept as evidence and as
 * the pending CDR that a resumed attempt begins with.
 */
import {
  type CdrContent,
  type Claim,
  keepAnswer,
  keepPendingCdr,
  keptAnswerColumn,
  pendingCdrColumn,
  toReview,
} from '@rafaga/db';
import { describe } from '@rafaga/storage';
import type { Deps } from '../deps.js';

export async function reviewCdrSignature(
  deps: Deps,
  claim: Claim,
  zip: Buffer,
  said: CdrContent,
  reason: string,
): Promise<void> {
  const { db, vault } = deps;
  const { documentId } = claim;
  const described = describe(zip);
  await keepAnswer(db, claim, {
    kind: 'cdr',
    ...described,
    sealed: vault.seal(zip, keptAnswerColumn(documentId, described.sha256)),
  });
  // a resumed attempt settles by this CDR once its signer is registered or the policy allows it
  await keepPendingCdr(
    db,
    claim,
    { ...described, sealed: vault.seal(zip, pendingCdrColumn(documentId, described.sha256)) },
    said,
    { forPerson: true },
  );
  await toReview(db, claim, {
    reason: 'cdr_signature',
    code: said.code,
    error: reason,
    send: 'unknown',
  });
}
