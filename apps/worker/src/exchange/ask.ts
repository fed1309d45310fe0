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
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Operation } from '../metrics/tally.js';
import type { Services } from './authorities.js';
import { comparedOf } from './compared.js';
import { decideFromQuestion } from './decide.js';
import type { Ask, Decision } from './decision.js';
import type { Doubt, SaidToQuestion } from './decisionTable.js';
import { keepReply } from './keepReply.js';
import { oursOf, type Window } from './ownCdr.js';
import {
  isRejection,
  readCdrFor,
  type Said,
  saidByConsult,
  saidByStatus,
  weighed,
} from './said.js';
import { held, passageOf } from './send.js';
import { cdrName, nameIn, type SignedDocument } from './sign.js';

/**
 * Why it is asked: out of an earlier attempt, or because of what SUNAT answered to a send of this
 * one.
 */
export interface Reason {
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
export function reasonOf({ sends, claimedCode, unanswered }: Claim): Reason {
  if (claimedCode === null) return { doubt: 'lost' };
  if (sends === 0) return { doubt: 'foreign', claimed: claimedCode };
  return { doubt: unanswered ? 'claimed' : 'doubtful', claimed: claimedCode };
}

export const reasonAfter = ({ doubt, code, send, fault }: Ask): Reason => ({
  doubt,
  send,
  ...(fault ? { fault } : { claimed: code }),
});

interface Question {
  deps: Deps;
  claim: Claim;
  document: SignedDocument;
  access: OpenAccess;
  services: Services;
}

export async function ask(question: Question, reason: Reason): Promise<Exclude<Decision, Ask>> {
  const { deps, claim, document } = question;
  const kept = await keptCdr(question);
  const answered = kept ?? (await answerOf(question, arrival(claim, document, reason)));
  if ('held' in answered) return { ...held(answered.held), ...remembered(reason) };
  const { said, reply } = answered;
  const decision = decideFromQuestion(said, {
    ...reason,
    attempt: claim.attempt,
    // a send begins the count anew
    saying: reason.send === undefined ? claim.missing : 0,
    compared: comparedOf(claim, document, said),
    presumes: await presumes(deps, claim, said, reason),
  });
  if (reply) await keepReply(deps, claim, reply, decision);
  return decision;
}

/** What must not be forgotten although the question could not be asked. */
const remembered = ({ claimed, send }: Reason) => ({
  ...(claimed !== undefined && { claimed }),
  ...(send !== undefined && { send }),
});

/** Only where nothing else can tell, and the send may really have arrived. */
async function presumes(
  deps: Deps,
  claim: Claim,
  said: Said<SaidToQuestion>,
  { doubt }: Reason,
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
  said: Said<SaidToQuestion>;
  /** The raw answer that `said` was read from. */
  reply?: StatusReply;
}

type Held = { held: { is: 'closed'; againMs: number } | { is: 'busy' } };

/**
 * A CDR that rests in the store already: the worker that had put it there could not record it any
 * more.
 */
async function keptCdr({ deps, claim, document }: Question): Promise<Answered | undefined> {
  const { intentAt } = claim;
  if (!intentAt) return undefined;
  // it was put there within the lease of the send
  const within = { from: intentAt, to: new Date(intentAt.getTime() + LEASE_MS) };
  const zip = await deps.files.find(nameIn(claim, cdrName(claim)), within);
  const said = zip && readCdrFor(zip, oursOf(claim, document));
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
function arrival({ intentAt, now }: Claim, { at }: SignedDocument, { send }: Reason): Window {
  const last = send === 'unknown' || send === 'unanswered' ? now : (intentAt ?? at);
  return { from: at, to: new Date(last.getTime() + LEASE_MS) };
}

/**
 * Facturas: getStatusCdr, which has the CDR, then Consulta Integrada for what the CDR does not
 * show. Boletas: the latter alone.
 */
async function answerOf(question: Question, window: Window): Promise<Answered | Held> {
  const { claim } = question;
  const shown = claim.document.kind === 'factura' ? await askStatus(question, window) : undefined;
  if (shown && ('held' in shown || !wantsMore(shown.said))) return shown;
  const consulted = await askConsult(question);
  if (!shown) return consulted ?? { said: CANNOT_ASK };
  if (!consulted || 'held' in consulted) return consulted ?? shown;
  return { ...shown, said: weighed(shown.said, consulted.said) };
}

const CANNOT_ASK: Said<SaidToQuestion> = {
  row: 'cannot_ask',
  text: 'SUNAT tiene un comprobante con este número y no se le puede consultar cuál',
};

/**
 * An acceptance without a digest, or one whose CDR is not shown: date and total are still to be
 * compared.
 */
const wantsMore = ({ row, cdr }: Said<SaidToQuestion>): boolean =>
  row === 'registered_unshown' ||
  row === 'matching_accepted' ||
  (row === 'cdr_shows_nothing' && cdr !== undefined && !isRejection(cdr.code));

const namedBy = ({ document, business }: Claim) => {
  const { kind, series, number } = document;
  return { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
};

async function askStatus(question: Question, window: Window): Promise<Answered | Held | undefined> {
  const { claim, document, access, services } = question;
  const { statusCdr } = services.client;
  if (!statusCdr) return undefined;
  const reply = await through(question, 'getStatusCdr', () =>
    statusCdr(namedBy(claim), access.sol),
  );
  return 'held' in reply
    ? reply
    : { reply, said: saidByStatus(reply, oursOf(claim, document), window) };
}

async function askConsult(question: Question): Promise<Answered | Held | undefined> {
  const { claim, access, services } = question;
  const { consult } = services.client;
  const { consult: credentials } = access;
  if (!consult || !credentials) return undefined;
  const { issueDate, total } = claim.document;
  const asked = { ...namedBy(claim), issueDate, total };
  const reply = await through(question, 'validarcomprobante', () => consult(asked, credentials));
  return 'held' in reply ? reply : { said: saidByConsult(reply) };
}

/** One question, behind the breaker, counted and noted in the timeline. */
async function through<R extends StatusReply | ConsultReply>(
  { deps, claim, services }: Question,
  operation: Operation,
  question: () => Promise<R>,
): Promise<R | Held> {
  // before the breaker's door: what fails behind it must give its place back
  await renewLease(deps.db, claim);
  const entry = await services.ask.enter();
  if (entry.is !== 'in') return { held: entry };
  const began = performance.now();
  let reply: R | undefined;
  try {
    reply = await question();
  } finally {
    entry.leave(reply ? passageOf(reply, services.ask) : 'unused');
  }
  const tookMs = performance.now() - began;
  deps.tally.asked(operation, reply.is, tookMs);
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
      return { detail: reply.why };
  }
}
