/** Keeps what the authority answered when it cannot be believed: sealed, for it may hold another's data, and not all of it. */
import type { Claim } from '@rafaga/db';
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { Next } from './next.js';
import { nameIn } from './sign.js';

const MOST = 65_536;

export async function keepEvidence(deps: Deps, claim: Claim, reply: Reply | StatusReply, next: Next): Promise<void> {
  const raw = rawOf(reply);
  if (!raw || next.do === 'settle' || (reply.is === 'nonsense' && next.do !== 'review')) return;
  const sealed = deps.vault.seal(raw.subarray(0, MOST), `evidence:${claim.documentId}`);
  const { objectKey } = await deps.files.put(nameIn(claim, `evidencia-${claim.epoch}.bin`), sealed);
  if ('error' in next) next.error = `${next.error} [${objectKey}]`;
}

function rawOf(reply: Reply | StatusReply): Buffer | undefined {
  if (reply.is === 'cdr') return reply.zip;
  return reply.is === 'nonsense' ? reply.excerpt : undefined;
}
