/** Turns a cell of the decision table into what is to be done. Pure. */
import type { Compared, ReviewReason, SendFate, WaitClass } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import type { Classified } from './classify.js';
import type { Decision, Pause, Query, Review, TerminalDecision, Wait } from './decision.js';
import {
  AFTER_QUERY,
  AFTER_SEND,
  type Before,
  type Doubt,
  type QueryOutcome,
  type Repeated,
  type SendOutcome,
  type SendRow,
  type Simple,
} from './decisionTable.js';
import { accepted, type Proven, rejected } from './evidence.js';

export interface SendFacts {
  before: Before;
  attempt: number;
  /** How often in a row SUNAT said, before this send, that it does not have the document. */
  saying: number;
  /**
   * What came on a shared connection and was not believed, so that the same bytes were sent again:
   * a CDR of another document was an answer out of turn, and the true one is lost; a fault may have
   * been one, unless the second answer says the same.
   */
  disbelieved?: 'cdr' | Fault;
  /** An earlier send ended without an answer. */
  unanswered?: boolean;
}

export interface Fault {
  code: string;
  text: string;
}

export function decideFromSend(
  said: Classified<SendOutcome>,
  facts: SendFacts,
): Query | TerminalDecision {
  const { disbelieved, attempt, saying } = facts;
  const before: Before = disbelieved ? 'lost' : facts.before;
  const { fate, [before]: listed }: SendRow = AFTER_SEND[said.row];
  const send = fateOf(fate, disbelieved);
  if (said.row === 'number_spent' && facts.before === 'none' && rejects(disbelieved))
    return { do: 'settle', ...rejected({ kind: 'fault', ...disbelieved }) };
  if (listed === 'query') return asking(said, send, doubtOf(said, facts));
  const { cell, again } = due(listed, attempt, saying);
  const decision = { ...carried(cell, said, { evidence: 'cdr', send }), ...again };
  // what it said before a send that came to nothing still holds
  return decision.do === 'wait' && (send === 'never' || send === 'refused')
    ? { ...decision, missing: saying }
    : decision;
}

/**
 * Of the two exchanges of a send, the first may have arrived: without its own answer, where that
 * was another's CDR.
 */
function fateOf(fate: SendFate, disbelieved: SendFacts['disbelieved']): SendFate {
  if (!disbelieved) return fate;
  return disbelieved === 'cdr' || rejects(disbelieved) || fate === 'unanswered'
    ? 'unanswered'
    : 'unknown';
}

/**
 * A rejection that may have been another's, and then 1032: the number is rejected, so that no bytes
 * of ours can be accepted.
 */
const rejects = (disbelieved: SendFacts['disbelieved']): disbelieved is Fault =>
  typeof disbelieved === 'object' && verdict(disbelieved.code).do === 'rejected';

function doubtOf(
  { row }: Classified<SendOutcome>,
  { before, disbelieved, unanswered }: SendFacts,
): Doubt {
  if (row === 'rejected') return 'rejected';
  if (before === 'none' && !disbelieved) return 'foreign';
  // a rejection of our own bytes would have come again: it answered another request, and our answer
  // is lost
  return unanswered || disbelieved === 'cdr' || rejects(disbelieved) ? 'claimed' : 'doubtful';
}

function asking(
  { row, code = '', text, description = '' }: Classified<SendOutcome>,
  send: SendFate,
  doubt: Doubt,
): Query {
  return {
    do: 'query',
    doubt,
    code,
    error: text,
    send,
    ...(row === 'rejected' && { fault: { code, text: description } }),
  };
}

export interface QueryFacts {
  doubt: Doubt;
  attempt: number;
  /** How often in a row SUNAT has given this answer before. */
  saying: number;
  /** 1033 or 1032, where SUNAT said so to a send. */
  claimed?: string;
  /** What became of the send that led to the question; absent: there was none in this attempt. */
  send?: SendFate;
  compared?: Compared;
  /** The business presumes, and the neighbours of the number are proven. */
  presumes?: boolean;
  /** The fault that rejected the last send, where that is the doubt. */
  fault?: Fault;
}

export function decideFromQuery(
  said: Classified<QueryOutcome>,
  facts: QueryFacts,
): Exclude<Decision, Query> {
  const { doubt, presumes = false, claimed, fault } = facts;
  const { cell, again } = due(AFTER_QUERY[said.row][doubt], facts.attempt, facts.saying);
  if (cell === 'send') return { do: 'send' };
  // 1032 says that the number was rejected or voided: nothing to presume an acceptance from
  if (cell === 'presume' && presumes && claimed === '1033')
    return { do: 'settle', ...accepted({ kind: 'presumed', code: claimed }) };
  if (cell === 'reject' && !said.cdr && fault)
    return { do: 'settle', ...rejected({ kind: 'fault', ...fault }) };
  const evidence = said.row === 'known_as_ours' ? 'consult' : 'cdr_query';
  const told = { ...said, ...(fault ? afterFault(said, fault) : coded(claimed ?? said.code)) };
  return {
    ...carried(cell === 'presume' ? { review: 'unproven' } : cell, told, { ...facts, evidence }),
    ...again,
  };
}

/** What the review of a send that was rejected is about, beside what the question brought. */
const afterFault = ({ text }: Classified<QueryOutcome>, fault: Fault) => ({
  code: fault.code,
  text: `al reenviar: ${fault.code} ${fault.text}; al consultar: ${text}`,
});

/** A cell that waits for the same answer to be given often enough, as it stands now. */
function due<T>(
  listed: T | Repeated<T>,
  attempt: number,
  saying: number,
): { cell: T | Waiting; again?: Again } {
  if (!isRepeated(listed)) return { cell: listed };
  const { wait, times, of: counted, last } = listed;
  if ((counted === 'attempts' ? attempt : saying + 1) >= times) return { cell: last };
  const delayMs = SETTLE_MS[saying] ?? SETTLE_MS.at(-1);
  return {
    cell: { wait },
    ...(counted === 'saying' && { again: { missing: saying + 1, ...known('delayMs', delayMs) } }),
  };
}

type Waiting = Extract<Simple, { wait: unknown }>;
type Again = Pick<Wait, 'missing' | 'delayMs'>;

const isRepeated = <T>(cell: T | Repeated<T>): cell is Repeated<T> =>
  typeof cell === 'object' && cell !== null && 'times' in cell;

/** Between two questions of which the first may only have been early: longer each time. */
const SETTLE_MS = [10_000, 30_000, 60_000] as const;

interface Circumstances {
  evidence: 'cdr' | 'cdr_query' | 'consult';
  claimed?: string;
  send?: SendFate;
  compared?: Compared;
}

type Answer = Classified<SendOutcome | QueryOutcome>;

function carried(cell: Simple, said: Answer, circumstances: Circumstances): TerminalDecision {
  if (cell === 'accept' || cell === 'reject')
    return { do: 'settle', ...settled(cell, said, circumstances.evidence) };
  if (cell === 'pause' || cell === 'retire') return paused(said, circumstances, cell === 'retire');
  if ('review' in cell) return reviewed(cell.review, said, circumstances);
  return waiting(cell.wait, said, circumstances);
}

function settled(cell: 'accept' | 'reject', said: Answer, kind: Circumstances['evidence']): Proven {
  const { cdr, code = '', description = '' } = said;
  if (cdr && cdr.match !== 'differs') {
    const evidence = { kind: kind === 'consult' ? 'cdr_query' : kind, cdr } as const;
    return cell === 'accept' ? accepted(evidence) : rejected(evidence);
  }
  if (cell === 'accept' && kind === 'consult') return accepted({ kind });
  if (cell === 'reject' && kind === 'cdr')
    return rejected({ kind: 'fault', code, text: description });
  throw new Error(`${cell} without evidence: ${said.row}`);
}

const coded = (code: string | undefined) => (code === undefined ? {} : { code });
const known = <K extends string, T>(key: K, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };

function waiting(waitClass: WaitClass, said: Answer, { claimed, send }: Circumstances): Wait {
  return {
    do: 'wait',
    class: waitClass,
    ...known('code', said.code),
    error: said.text,
    ...known('send', send),
    ...known('claimed', claimed),
    ...known('delayMs', said.retryAfterMs),
  };
}

function reviewed(
  reason: ReviewReason,
  said: Answer,
  { claimed, send, compared }: Circumstances,
): Review {
  return {
    do: 'review',
    reason,
    ...known('code', said.code),
    error: said.text,
    ...known('send', send),
    ...known('claimed', claimed),
    ...known('compared', compared),
  };
}

function paused({ code, text }: Answer, { send, claimed }: Circumstances, retire: boolean): Pause {
  const reason = code === undefined ? text : `${code}: ${verdict(code).text}`;
  return {
    do: 'pause',
    ...known('code', code),
    reason,
    ...known('send', send),
    ...known('claimed', claimed),
    ...(retire && { retire }),
  };
}
