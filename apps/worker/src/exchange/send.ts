/** One send: the intent is on disk first, and the lease is long enough for the longest answer. */
import { type Claim, LEASE_MS, markSending, markSigned, noteSentAgain } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import {
  type ConsultReply,
  type Refused,
  type Reply,
  type ServiceSignal,
  type StatusReply,
  TIMEOUTS,
} from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Services } from './authorities.js';
import { type Classified, classifyCdr, classifySendReply } from './classify.js';
import { decideFromSend, type SendFacts } from './decide.js';
import type { Query, TerminalDecision, Wait } from './decision.js';
import type { SendOutcome } from './decisionTable.js';
import { oursOf } from './ownCdr.js';
import { nameOf, record, type SignedDocument } from './sign.js';
import { storeRawReply } from './storeRawReply.js';

/**
 * What a request must leave of the lease, so that no other worker is at the document while it can
 * still arrive.
 */
const MARGIN_MS = 5_000;

export async function send(
  deps: Deps,
  claim: Claim,
  document: SignedDocument,
  access: OpenAccess,
  services: Services,
): Promise<Query | TerminalDecision> {
  const zip = await document.zip();
  const entry = await services.sendAdmission.acquire();
  if (entry.is !== 'admitted') {
    await record(deps, claim, document);
    return notAdmitted(entry);
  }
  let signal: ServiceSignal = 'unused';
  try {
    const began = performance.now();
    const { unrecorded } = document;
    await (unrecorded
      ? markSigned(deps.db, claim, unrecorded, { sending: true })
      : markSending(deps.db, claim));
    await deps.checkpoint('intended', claim.documentId);
    const leaves = () => LEASE_MS - TIMEOUTS.request - MARGIN_MS - (performance.now() - began) > 0;
    if (!leaves()) return STOOD_STILL;
    const exchanged = await exchange(deps, claim, document, { zip, access, services, leaves });
    signal = signalOf(exchanged.reply);
    return await decided(deps, claim, document, exchanged);
  } finally {
    entry.release(signal);
  }
}

const STOOD_STILL: Wait = {
  do: 'wait',
  class: 'trouble',
  send: 'never',
  error: 'el proceso estuvo detenido antes de enviar',
};

interface Exchanged {
  reply: Reply;
  /** The answer on a shared connection that was not believed. */
  disbelieved?: Answer;
}

interface Request {
  zip: Buffer;
  access: OpenAccess;
  services: Services;
  /** The lease still covers another request. */
  leaves(): boolean;
}

/**
 * An answer that does not name our document, on a connection that carried another exchange before,
 * may be that one's: the same bytes are sent again on a connection of their own, and that answer
 * counts.
 */
async function exchange(
  deps: Deps,
  claim: Claim,
  document: SignedDocument,
  request: Request,
): Promise<Exchanged> {
  const { zip, access, services, leaves } = request;
  const once = async (connection: 'shared' | 'own') => {
    const asked = performance.now();
    const reply = await services.client.send(nameOf(claim), zip, access.sol, connection);
    deps.metrics.requestEnded('sendBill', reply.is, performance.now() - asked);
    return reply;
  };
  // a document that is in doubt already takes no chances
  const reply = await once(claim.sends > 0 ? 'own' : 'shared');
  if (!mayBeAnothers(claim, document, reply)) return { reply };
  reply.discard();
  if (!leaves())
    return { reply: { is: 'transport_error', delivered: 'unknown', reason: NOT_BELIEVED } };
  const code = reply.is === 'fault' ? reply.code : undefined;
  await noteSentAgain(deps.db, claim, { code, detail: NOT_BELIEVED });
  return { reply: await once('own'), disbelieved: reply };
}

const NOT_BELIEVED =
  'la respuesta puede ser de otro envío por la misma conexión: se envía otra vez por una propia';

type Answer = Extract<Reply, { is: 'cdr' | 'fault' }>;

function mayBeAnothers(claim: Claim, document: SignedDocument, reply: Reply): reply is Answer {
  if (!('reused' in reply) || !reply.reused) return false;
  return reply.is === 'fault' || NOT_OURS.has(classifyCdr(reply.zip, oursOf(claim, document)).row);
}

const NOT_OURS: ReadonlySet<string> = new Set(['cdr_of_another', 'cdr_of_another_number']);

async function decided(
  deps: Deps,
  claim: Claim,
  document: SignedDocument,
  { reply, disbelieved }: Exchanged,
): Promise<Query | TerminalDecision> {
  const oldCertificate = (claim.business.certificate?.since ?? document.at) > document.at;
  const said = classifySendReply(reply, { ours: oursOf(claim, document), oldCertificate });
  const decision = decideFromSend(said, {
    before: claim.sends > 0 ? 'lost' : 'none',
    attempt: claim.attempt,
    saying: claim.missing,
    unanswered: claim.unanswered,
    ...disbelief(said, disbelieved),
  });
  if (disbelieved) await storeRawReply(deps, claim, disbelieved, decision);
  await storeRawReply(deps, claim, reply, decision);
  return decision;
}

function disbelief(
  { code }: Classified<SendOutcome>,
  disbelieved: Answer | undefined,
): Pick<SendFacts, 'disbelieved'> {
  if (!disbelieved) return {};
  if (disbelieved.is === 'cdr') return { disbelieved: 'cdr' };
  return disbelieved.code === code ? {} : { disbelieved };
}

/** The circuit breaker is open, or no place is free: the exchange was not tried and does not count. */
export const notAdmitted = (entry: Refused): Wait =>
  entry.is === 'circuit_open'
    ? {
        do: 'wait',
        class: 'unreachable',
        error: 'SUNAT no responde: se espera',
        delayMs: entry.retryInMs,
        counted: false,
      }
    : { do: 'wait', class: 'throttled', error: 'hay muchos envíos en curso', counted: false };

/** The authority's own word that it is down. */
const DOWN = '0109';

/** What a reply says about the service, not about the document. */
export function signalOf(reply: Reply | StatusReply | ConsultReply): ServiceSignal {
  switch (reply.is) {
    case 'fault':
      if (reply.code === DOWN) return 'down';
      return verdict(reply.code).do === 'retry' ? 'failure' : 'success';
    case 'transport_error':
    case 'unreadable':
      return 'failure';
    case 'throttled':
      return 'throttled';
    default:
      return 'success';
  }
}
