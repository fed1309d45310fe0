/**
 * Calls sendBill and decides from its reply. A reply that does not name our document, on a
 * connection that carried another exchange before, may belong to that exchange: the same bytes are
 * sent again on a connection of their own, and the second reply counts.
 */
import { recordResend } from '@rafaga/db';
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
  /** Whether the lease covers another request. */
  leaseCovers(): boolean;
}

interface Answered {
  reply: Reply;
  answer: Classified<SendOutcome>;
  /** The first reply, when it came on a shared connection and may answer another request. */
  untrusted?: UntrustedReply;
}

type UntrustedReply = Extract<Reply, { is: 'cdr' | 'fault' }>;

export async function sendBill(
  attempt: Attempt,
  exchange: SendExchange,
): Promise<Query | TerminalDecision> {
  return decide(attempt, await replyTo(attempt, exchange));
}

async function replyTo(attempt: Attempt, { zip, leaseCovers }: SendExchange): Promise<Answered> {
  const { deps, claim } = attempt;
  // after an earlier send, the answer must surely belong to this request
  const answered = await post(attempt, zip, claim.sends > 0 ? 'own' : 'shared');
  const { reply } = answered;
  if (!mayAnswerAnotherRequest(reply, answered.answer)) return answered;
  reply.discard();
  if (!leaseCovers()) return answeredBy(attempt, LEASE_TOO_SHORT);
  const code = reply.is === 'fault' ? reply.code : undefined;
  await recordResend(deps.db, claim, { code, detail: NOT_TRUSTED });
  return { ...(await post(attempt, zip, 'own')), untrusted: reply };
}

async function post(
  attempt: Attempt,
  zip: Buffer,
  connection: 'shared' | 'own',
): Promise<Answered> {
  const { deps, claim, access, services } = attempt;
  const began = performance.now();
  const reply = await deps.spans.run(claim, {
    name: 'sendBill',
    kind: 'client',
    work: () => services.client.send(nameOf(claim), zip, access.sol, connection),
    outcome: ({ is }) => is,
  });
  deps.metrics.requestEnded({
    operation: 'sendBill',
    authority: claim.business.authority,
    outcome: reply.is,
    tookMs: performance.now() - began,
  });
  return answeredBy(attempt, reply);
}

function answeredBy({ claim, document }: Attempt, reply: Reply): Answered {
  const oldCertificate = (claim.business.certificate?.since ?? document.at) > document.at;
  const context = { ours: oursOf(claim, document), oldCertificate };
  return { reply, answer: classifySendReply(reply, context) };
}

function mayAnswerAnotherRequest(
  reply: Reply,
  { row }: Classified<SendOutcome>,
): reply is UntrustedReply {
  if (!('reused' in reply) || !reply.reused) return false;
  return reply.is === 'fault' || row === 'cdr_of_another';
}

const NOT_TRUSTED =
  'la respuesta puede ser de otro envío por la misma conexión: se envía otra vez por una propia';
const LEASE_TOO_SHORT: Reply = {
  is: 'transport_error',
  delivered: 'unknown',
  reason: NOT_TRUSTED,
};

function decide(
  { claim }: Attempt,
  { reply, answer, untrusted }: Answered,
): Query | TerminalDecision {
  const decision = decideFromSend(answer, {
    before: claim.sends > 0 ? 'lost' : 'none',
    unclearAnswers: claim.unclearAnswers,
    repeats: claim.missing,
    unanswered: claim.unanswered,
    untrusted: untrusted && untrustedFact(answer, untrusted),
  });
  const replies = untrusted ? [untrusted, reply] : [reply];
  return Object.assign(decision, {
    signal: signalOf(reply),
    evidenceToKeep: rawRepliesToKeep(replies, decision.do),
  });
}

function untrustedFact(
  { code }: Classified<SendOutcome>,
  untrusted: UntrustedReply,
): SendFacts['untrusted'] {
  if (untrusted.is === 'cdr') return 'cdr';
  return untrusted.code === code ? undefined : untrusted;
}
