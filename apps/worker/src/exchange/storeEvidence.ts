/** Keeps the raw replies that a decision lists as evidence, encrypted: they hold personal data. */
import { createHash } from 'node:crypto';
import { keepAnswer, keptAnswerColumn, MAX_STORED_BYTES } from '@rafaga/db';
import type { Decision } from '../decisions/decision.js';
import { retryWhileUnavailable } from '../retryWhileUnavailable.js';
import type { Attempt } from './attempt.js';

/** @returns the decision, unchanged */
export async function storeEvidence<D extends Decision>(
  { deps, claim }: Pick<Attempt, 'deps' | 'claim'>,
  decision: D,
): Promise<D> {
  for (const { kind, content: whole } of decision.evidenceToKeep ?? []) {
    const content = whole.subarray(0, MAX_STORED_BYTES);
    const sha256 = createHash('sha256').update(content).digest();
    const answer = {
      kind,
      sha256,
      bytes: whole.length,
      sealed: deps.vault.seal(content, keptAnswerColumn(claim.documentId, sha256)),
    };
    await retryWhileUnavailable(() => keepAnswer(deps.db, claim, answer));
  }
  return decision;
}
