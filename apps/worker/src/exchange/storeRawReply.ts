/**
 * Keeps what the authority answered when it cannot be believed: sealed, for it may hold another's
 * data, and not all of it.
 */
import { createHash } from 'node:crypto';
import { answerContext, type Claim, keepAnswer, MOST_KEPT } from '@rafaga/db';
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { Decision } from './decision.js';
import { retryWhileUnavailable } from './retryWhileUnavailable.js';

type AnyReply = Reply | StatusReply;

export async function storeRawReply(
  deps: Deps,
  claim: Claim,
  reply: AnyReply,
  decision: Decision,
): Promise<void> {
  const raw = rawOf(reply);
  if (!raw || raw.length === 0 || decision.do === 'settle') return;
  if (reply.is === 'unreadable' && decision.do !== 'review') return;
  const content = raw.subarray(0, MOST_KEPT);
  const answer = {
    kind: reply.is === 'cdr' ? 'cdr' : 'text',
    sha256: createHash('sha256').update(content).digest(),
    bytes: raw.length,
    sealed: deps.vault.seal(content, answerContext(claim.documentId)),
  } as const;
  await retryWhileUnavailable(() => keepAnswer(deps.db, claim, answer));
}

function rawOf(reply: AnyReply): Buffer | undefined {
  if (reply.is === 'cdr') return reply.zip;
  return reply.is === 'unreadable' ? reply.excerpt : undefined;
}
