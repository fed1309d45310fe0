/**
 * Asks SUNAT what is registered under a number, where it can be asked, and compares it with what we
 * sent.
 */
import {
  type Claim,
  LEASE_MS,
  neighboursProven,
  noteAsked,
  renewLease,
  type SendFate,
} from '@rafaga/db';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { ConsultReply, Refused, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Operation } from '../metrics/workerMetrics.js';
import type { Services } from './authorities.js';
import {
  type Classified,
  classifyCdr,
  classifyConsultReply,
  classifyStatusReply,
  combineReplies,
  isRejection,
} from './classify.js';
import { comparedOf } from './compared.js';
import { decideFromQuery } from './decide.js';
import type { Decision, Query } from './decision.js';
import type { Doubt, QueryOutcome } from './decisionTable.js';
import { oursOf, type Window } from './ownCdr.js';
import { notAdmitted, signalOf } from './send.js';
import { cdrName, nameIn, type SignedDocument } from './sign.js';
import { storeRawReply } from './storeRawReply.js';

/**
 * Why it is asked: out of an earlier attempt, or because of what SUNAT answered to a send of this
 * one.
 */
export interface QueryContext {
  doubt: Doubt;
  /** 1033 or 1032. */
  claimed?: string;
  send?: SendFate;
  fault?: { code: string; text: string };
}

/**
 * What an attempt begins with, when an earlier one may have sent the document, or SUNAT has claimed
 * its number.
 */
export function contextOfClaim({ sends, claimedCode, unanswered }: Claim): QueryContext {
  if (claimedCode === null) return { doubt: 'lost' };
  if (sends === 0) return { doubt: 'foreign', claimed: claimedCode };
  return { doubt: unanswered ? 'claimed' : 'doubtful', claimed: claimedCode };
}

export const contextAfterSend = ({ doubt, code, send, fault }: Query): QueryContext => ({
  doubt,
  send,
  ...(fault ? { fault } : { claimed: code }),
});

interface Attempt {
  deps: Deps;
  claim: Claim;
  document: SignedDocument;
  access: OpenAccess;
  services: Services;
}

export async function query(
  question: Attempt,
  reason: QueryContext,
): Promise<Exclude<Decision, Query>> {
  const { deps, claim, document } = question;
  const kept = await keptCdr(question);
  const answered = kept ?? (await answerOf(question, arrival(claim, document, reason)));
  if ('held' in answered) return { ...notAdmitted(answered.held), ...remembered(reason) };
  const { said, reply } = answered;
  const decision = decideFromQuery(said, {
    ...reason,
    attempt: claim.attempt,
    // a send begins the count anew
    saying: reason.send === undefined ? claim.missing : 0,
    compared: comparedOf(claim, document, said),
    presumes: await presumes(deps, claim, said, reason),
  });
  if (reply) await storeRawReply(deps, claim, reply, decision);
  return decision;
}

/** What must not be forgotten although the question could not be asked. */
const remembered = ({ claimed, send }: QueryContext) => ({
  ...(claimed !== undefined && { claimed }),
  ...(send !== undefined && { send }),
});

/** Only where nothing else can tell, and the send may really have arrived. */
async function presumes(
  deps: Deps,
  claim: Claim,
  said: Classified<QueryOutcome>,
  { doubt }: QueryContext,
): Promise<boolean> {
  if (
    said.row !== 'cannot_ask' ||
    doubt !== 'claimed' ||
    claim.business.unprovenPolicy !== 'presume'
  )
    return false;
  return neighboursProven(deps.db, claim.documentId);
}

interface Answered {
  said: Classified<QueryOutcome>;
  /** The raw answer that `said` was read from. */
  reply?: StatusReply;
}

type Held = { held: Refused };

/**
 * A CDR that rests in the store already: the worker that had put it there could not record it any
 * more.
 */
async function keptCdr({ deps, claim, document }: Attempt): Promise<Answered | undefined> {
  const { intentAt } = claim;
  if (!intentAt) return undefined;
  // it was put there within the lease of the send
  const within = { from: intentAt, to: new Date(intentAt.getTime() + LEASE_MS) };
  const zip = await deps.files.find(nameIn(claim, cdrName(claim)), within);
  const said = zip && classifyCdr(zip, oursOf(claim, document));
  if (!said?.cdr || said.cdr.match === 'differs') return undefined;
  // only the answer to our own send is kept under this name: that is the proof
  return {
    said: { ...said, row: isRejection(said.cdr.code) ? 'proven_rejected' : 'proven_accepted' },
  };
}

/**
 * When a send of ours may have arrived: from the signature on, until the last request can be on its
 * way no more.
 */
function arrival({ intentAt, now }: Claim, { at }: SignedDocument, { send }: QueryContext): Window {
  const last = send === 'unknown' || send === 'unanswered' ? now : (intentAt ?? at);
  return { from: at, to: new Date(last.getTime() + LEASE_MS) };
}

/**
 * Facturas: getStatusCdr, which has the CDR, then Consulta Integrada for what the CDR does not
 * show. Boletas: the latter alone.
 */
async function answerOf(question: Attempt, window: Window): Promise<Answered | Held> {
  const { claim } = question;
  const shown = claim.document.kind === 'factura' ? await askStatus(question, window) : undefined;
  if (shown && ('held' in shown || !wantsMore(shown.said))) return shown;
  const consulted = await askConsult(question);
  if (!shown) return consulted ?? { said: CANNOT_ASK };
  if (!consulted || 'held' in consulted) return consulted ?? shown;
  return { ...shown, said: combineReplies(shown.said, consulted.said) };
}

const CANNOT_ASK: Classified<QueryOutcome> = {
  row: 'cannot_ask',
  text: 'SUNAT tiene un comprobante con este número y no se le puede consultar cuál',
};

/**
 * An acceptance without a digest, or one whose CDR is not shown: date and total are still to be
 * compared.
 */
const wantsMore = ({ row, cdr }: Classified<QueryOutcome>): boolean =>
  row === 'registered_unshown' ||
  row === 'matching_accepted' ||
  (row === 'cdr_shows_nothing' && cdr !== undefined && !isRejection(cdr.code));

const namedBy = ({ document, business }: Claim) => {
  const { kind, series, number } = document;
  return { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
};

async function askStatus(question: Attempt, window: Window): Promise<Answered | Held | undefined> {
  const { claim, document, access, services } = question;
  const { statusCdr } = services.client;
  if (!statusCdr) return undefined;
  const reply = await through(question, 'getStatusCdr', () =>
    statusCdr(namedBy(claim), access.sol),
  );
  return 'held' in reply
    ? reply
    : { reply, said: classifyStatusReply(reply, oursOf(claim, document), window) };
}

async function askConsult(question: Attempt): Promise<Answered | Held | undefined> {
  const { claim, access, services } = question;
  const { consult } = services.client;
  const { consult: credentials } = access;
  if (!consult || !credentials) return undefined;
  const { issueDate, total } = claim.document;
  const asked = { ...namedBy(claim), issueDate, total };
  const reply = await through(question, 'validarcomprobante', () => consult(asked, credentials));
  return 'held' in reply ? reply : { said: classifyConsultReply(reply) };
}

/** One query, as the circuit breaker and the limiter admit it, counted and noted in the timeline. */
async function through<R extends StatusReply | ConsultReply>(
  { deps, claim, services }: Attempt,
  operation: Operation,
  question: () => Promise<R>,
): Promise<R | Held> {
  // before a place is taken: a lease that cannot be renewed must not keep one
  await renewLease(deps.db, claim);
  const entry = await services.queryAdmission.acquire();
  if (entry.is !== 'admitted') return { held: entry };
  const began = performance.now();
  let reply: R | undefined;
  try {
    reply = await question();
  } finally {
    entry.release(reply ? signalOf(reply) : 'unused');
  }
  const tookMs = performance.now() - began;
  deps.metrics.requestEnded(operation, reply.is, tookMs);
  await noteAsked(deps.db, claim, { ...told(reply), tookMs: Math.round(tookMs) });
  return reply;
}

function told(reply: StatusReply | ConsultReply): { code?: string; detail: string } {
  switch (reply.is) {
    case 'cdr':
      return { detail: 'constancia recuperada' };
    case 'status':
    case 'fault':
      return { code: reply.code, detail: reply.text };
    case 'validity':
      return { detail: reply.text };
    default:
      return { detail: reply.reason };
  }
}
