/** Keeps what the authority answered when it cannot be believed: sealed, for it may hold another's data, and not all of it. */
import type { Claim } from '@rafaga/db';
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { Decision } from './decision.js';
import { nameIn } from './sign.js';

const MOST = 65_536;

export async function keepReply(deps: Deps, claim: Claim, reply: Reply | StatusReply, decision: Decision): Promise<void> {
  const raw = rawOf(reply);
  if (!raw || decision.do === 'settle' || (reply.is === 'nonsense' && decision.do !== 'review')) return;
  const sealed = deps.vault.seal(raw.subarray(0, MOST), `evidence:${claim.documentId}`);
  const { objectKey } = await deps.files.put(nameIn(claim, `evidencia-${claim.epoch}.bin`), sealed);
  if ('error' in decision) decision.error = `${decision.error} [${objectKey}]`;
}

function rawOf(reply: Reply | StatusReply): Buffer | undefined {
  if (reply.is === 'cdr') return reply.zip;
  return reply.is === 'nonsense' ? reply.excerpt : undefined;
}
