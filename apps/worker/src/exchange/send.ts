/** One send: the intent is on disk first, and the lease is long enough for the longest answer. */
import { type Claim, LEASE_MS, markSending, markSigned } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import { type ConsultReply, type Gate, type Passage, type Reply, type StatusReply, TIMEOUTS } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Services } from './authorities.js';
import { keepEvidence } from './evidence.js';
import { judgeSend } from './judgeSend.js';
import type { Next } from './next.js';
import { readerOf } from './readerOf.js';
import { nameOf, record, type SignedDocument } from './sign.js';

/** What a request must leave of the lease, so that nobody else is at the document while it can still arrive. */
const MARGIN_MS = 5_000;

export async function send(deps: Deps, claim: Claim, document: SignedDocument, access: OpenAccess, services: Services): Promise<Next> {
  const zip = await document.zip();
  const entry = await services.send.enter();
  if (entry.is !== 'in') {
    await record(deps, claim, document);
    return held(entry);
  }
  let passage: Passage = 'unused';
  try {
    const began = performance.now();
    const { unrecorded } = document;
    await (unrecorded ? markSigned(deps.db, claim, unrecorded, { sending: true }) : markSending(deps.db, claim));
    await deps.at('intended', claim.documentId);
    if (performance.now() - began > LEASE_MS - TIMEOUTS.request - MARGIN_MS) {
      return { do: 'wait', class: 'trouble', send: 'never', error: 'el proceso estuvo detenido antes de enviar' };
    }
    const asked = performance.now();
    const reply = await services.client.send(nameOf(claim), zip, access.sol);
    deps.tally.asked('sendBill', reply.is, performance.now() - asked);
    passage = passageOf(reply, services.send);
    const next = judgeSend(reply, {
      before: claim.sends,
      attempt: claim.attempt,
      read: readerOf(claim, document),
      oldCertificate: (claim.business.certificate?.since ?? document.at) > document.at,
    });
    await keepEvidence(deps, claim, reply, next);
    return next;
  } finally {
    entry.leave(passage);
  }
}

/** No room, or no way: it was not tried, and does not count. */
export const held = (entry: { is: 'closed'; againMs: number } | { is: 'busy' }): Next =>
  entry.is === 'closed'
    ? { do: 'wait', class: 'unreachable', error: 'SUNAT no responde: se espera', delayMs: entry.againMs, counted: false }
    : { do: 'wait', class: 'throttled', error: 'hay muchos envíos en curso', counted: false };

const DOWN = '0109';

/** What an answer says about the service, not about the document. */
export function passageOf(reply: Reply | StatusReply | ConsultReply, gate: Gate): Passage {
  if (reply.is === 'fault' && reply.code === DOWN) gate.close();
  if (reply.is === 'fault') return verdict(reply.code).do === 'retry' ? 'failed' : 'well';
  if (reply.is === 'silence' || reply.is === 'nonsense') return 'failed';
  return reply.is === 'throttled' ? 'throttled' : 'well';
}
