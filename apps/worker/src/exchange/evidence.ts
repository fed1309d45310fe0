/** Keeps what the authority answered when it cannot be believed: sealed, for it may hold another's data, and not all of it. */
import type { Claim } from '@rafaga/db';
import { objectKey } from '@rafaga/storage';
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { Next } from './next.js';

const MOST = 65_536;

export async function keepEvidence(deps: Deps, claim: Claim, reply: Reply | StatusReply, next: Next): Promise<void> {
  const raw = rawOf(reply);
  if (!raw || next.do === 'settle' || (reply.is === 'nonsense' && next.do !== 'review')) return;
  const sealed = deps.vault.seal(raw.subarray(0, MOST), `evidence:${claim.documentId}`);
  const key = objectKey({ ruc: claim.business.issuer.ruc, id: claim.documentId }, `evidencia-${claim.epoch}.bin`);
  await deps.files.put(key, sealed);
  if ('error' in next) next.error = `${next.error} [${key}]`;
}

function rawOf(reply: Reply | StatusReply): Buffer | undefined {
  if (reply.is === 'cdr') return reply.zip;
  return reply.is === 'nonsense' ? reply.excerpt : undefined;
}
