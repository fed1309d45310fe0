/**
 * The request to sendBill and the decision from its reply. A reply that does not name our document,
 * on a connection that carried another exchange before, may be the reply to that one: the same
 * bytes are sent again on a connection of their own, and the second reply counts.
 */
import { noteSentAgain } from '@rafaga/db';
import type { Reply } from '@rafaga/sunat';
import type { Classified } from '../decisions/classified.js';
import { classifySendReply } from '../decisions/classifySendReply.js';
import { decideFromSend, type SendFacts } from '../decisions/decideFromSend.js';
import type { Query, TerminalDecision } from '../decisions/decision.js';
import type { SendOutcome } from '../decisions/decisionTable.js';
import { oursOf } from '../decisions/ownCdr.js';
import { rawRepliesToKeep } from '../decisions/rawReplies.js';
import { signalOf } from '../decisions/signal.js';
import type { Attempt } from './attempt.js';
import { nameOf } from './signDocument.js';

export interface SendExchange {
  zip: Buffer;
  /** The lease still covers another request. */
  leaseCovers(): boolean;
}

interface Answered {
  reply: Reply;
  answer: Classified<SendOutcome>;
  /** The reply on a shared connection that was not believed. */
  disbelieved?: Unbelievable;
}

type Unbelievable = Extract<Reply, { is: 'cdr' | 'fault' }>;

export async function sendBill(
  attempt: Attempt,
  exchange: SendExchange,
): Promise<Query | TerminalDecision> {
  return decide(attempt, await replyTo(attempt, exchange));
}

async function replyTo(attempt: Attempt, { zip, leaseCovers }: SendExchange): Promise<Answered> {
  const { deps, claim } = attempt;
  // a document that is in doubt already takes no chances
  const answered = await post(attempt, zip, claim.sends > 0 ? 'own' : 'shared');
  const { reply } = answered;
  if (!mayBeAnothers(reply, answered.answer)) return answered;
  reply.discard();
  if (!leaseCovers()) return answeredBy(attempt, LEASE_TOO_SHORT);
  const code = reply.is === 'fault' ? reply.code : undefined;
  await noteSentAgain(deps.db, claim, { code, detail: NOT_BELIEVED });
  return { ...(await post(attempt, zip, 'own')), disbelieved: reply };
}

async function post(
  attempt: Attempt,
  zip: Buffer,
  connection: 'shared' | 'own',
): Promise<Answered> {
  const { deps, claim, access, services } = attempt;
  const began = performance.now();
  const reply = await services.client.send(nameOf(claim), zip, access.sol, connection);
  deps.metrics.requestEnded('sendBill', reply.is, performance.now() - began);
  return answeredBy(attempt, reply);
}

function answeredBy({ claim, document }: Attempt, reply: Reply): Answered {
  const oldCertificate = (claim.business.certificate?.since ?? document.at) > document.at;
  const context = { ours: oursOf(claim, document), oldCertificate };
  return { reply, answer: classifySendReply(reply, context) };
}

function mayBeAnothers(reply: Reply, { row }: Classified<SendOutcome>): reply is Unbelievable {
  if (!('reused' in reply) || !reply.reused) return false;
  return reply.is === 'fault' || row === 'cdr_of_another';
}

const NOT_BELIEVED =
  'la respuesta puede ser de otro envío por la misma conexión: se envía otra vez por una propia';
const LEASE_TOO_SHORT: Reply = {
  is: 'transport_error',
  delivered: 'unknown',
  reason: NOT_BELIEVED,
};

function decide(
  { claim }: Attempt,
  { reply, answer, disbelieved }: Answered,
): Query | TerminalDecision {
  const decision = decideFromSend(answer, {
    before: claim.sends > 0 ? 'lost' : 'none',
    attempt: claim.attempt,
    repeats: claim.missing,
    unanswered: claim.unanswered,
    ...disbelief(answer, disbelieved),
  });
  const replies = disbelieved ? [disbelieved, reply] : [reply];
  return {
    ...decision,
    signal: signalOf(reply),
    evidenceToKeep: rawRepliesToKeep(replies, decision.do),
  };
}

function disbelief(
  { code }: Classified<SendOutcome>,
  disbelieved: Unbelievable | undefined,
): Pick<SendFacts, 'disbelieved'> {
  if (!disbelieved) return {};
  if (disbelieved.is === 'cdr') return { disbelieved: 'cdr' };
  return disbelieved.code === code ? {} : { disbelieved };
}
