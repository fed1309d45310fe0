/** Turns a cell of the decision table and the classified reply into a decision. Pure. */
import type { Compared, ReviewReason, SendFate, WaitClass } from '@rafaga/db';
import type { Classified } from './classified.js';
import type { Pause, Review, Settle, TerminalDecision, Wait } from './decision.js';
import type { QueryOutcome, Repeated, SendOutcome, Simple } from './decisionTable.js';
import { accepted, rejected } from './proven.js';

type ClassifiedReply = Classified<SendOutcome | QueryOutcome>;

/** What a decision needs besides the reply. */
export interface Circumstances {
  /** The kind of evidence that the reply is. */
  evidence: 'cdr' | 'cdr_query' | 'consult';
  claimed?: string;
  send?: SendFate;
  compared?: Compared;
}

export function fromCell(
  cell: Simple,
  reply: ClassifiedReply,
  circumstances: Circumstances,
): TerminalDecision {
  if (cell === 'accept' || cell === 'reject') return settle(cell, reply, circumstances.evidence);
  if (cell === 'pause' || cell === 'retire') return pause(cell, reply, circumstances);
  if ('review' in cell) return review(cell.review, reply, circumstances);
  return wait(cell.wait, reply, circumstances);
}

function settle(
  cell: 'accept' | 'reject',
  reply: ClassifiedReply,
  kind: Circumstances['evidence'],
): Settle {
  const { cdr, code = '', description = '' } = reply;
  if (cdr && cdr.match !== 'differs') {
    const evidence = { kind: kind === 'consult' ? 'cdr_query' : kind, cdr } as const;
    return cell === 'accept' ? accepted(evidence) : rejected(evidence);
  }
  if (cell === 'accept' && kind === 'consult') return accepted({ kind });
  if (cell === 'reject' && kind === 'cdr')
    return rejected({ kind: 'fault', code, text: description });
  throw new Error(`${cell} without evidence: ${reply.row}`);
}

function pause(
  cell: 'pause' | 'retire',
  { code, text, description = text }: ClassifiedReply,
  { send, claimed }: Circumstances,
): Pause {
  const reason = code === undefined ? text : `${code}: ${description}`;
  return {
    do: 'pause',
    ...known('code', code),
    reason,
    ...known('send', send),
    ...known('claimed', claimed),
    ...(cell === 'retire' && { retire: true }),
  };
}

function review(
  reason: ReviewReason,
  reply: ClassifiedReply,
  { claimed, send, compared }: Circumstances,
): Review {
  return {
    do: 'review',
    reason,
    ...known('code', reply.code),
    error: reply.text,
    ...known('send', send),
    ...known('claimed', claimed),
    ...known('compared', compared),
  };
}

function wait(
  waitClass: WaitClass,
  reply: ClassifiedReply,
  { claimed, send }: Circumstances,
): Wait {
  return {
    do: 'wait',
    class: waitClass,
    ...known('code', reply.code),
    error: reply.text,
    ...known('send', send),
    ...known('claimed', claimed),
    ...known('delayMs', reply.retryAfterMs),
  };
}

type Waiting = Extract<Simple, { wait: unknown }>;

/** How many times SUNAT has answered before. */
export interface Counts {
  /** How many times in a row it gave the same answer. */
  repeats: number;
  /**
   * The weight of the answers since the last resume that could not be read or decided nothing: a
   * person decides when it is UNCLEAR_ENOUGH.
   */
  unclearAnswers: number;
}

/** One answer of a row that allows ten weighs six: each uses its own share of the patience. */
const UNCLEAR_ENOUGH = 60;

/** Resolves a cell that waits for repeated answers: to a wait, or to its `last` cell. */
export function currentCell<T>(
  listed: T | Repeated<T>,
  { repeats, unclearAnswers }: Counts,
): { cell: T | Waiting; again?: Pick<Wait, 'missing' | 'unclearAnswers' | 'delayMs'> } {
  if (!isRepeated(listed)) return { cell: listed };
  const { wait: waitClass, times, of: counted, last } = listed;
  const cell = { wait: waitClass };
  if (counted === 'unclear_answers') {
    const weight = unclearAnswers + UNCLEAR_ENOUGH / times;
    return weight >= UNCLEAR_ENOUGH ? { cell: last } : { cell, again: { unclearAnswers: weight } };
  }
  const answers = 1 + repeats;
  if (answers >= times) return { cell: last };
  const delayMs = REPEAT_AFTER_MS[repeats] ?? REPEAT_AFTER_MS.at(-1);
  return { cell, again: { missing: answers, ...known('delayMs', delayMs) } };
}

const isRepeated = <T>(cell: T | Repeated<T>): cell is Repeated<T> =>
  typeof cell === 'object' && cell !== null && 'times' in cell;

/** Waits between two queries with the same reply, longer each time. */
const REPEAT_AFTER_MS = [10_000, 30_000, 60_000] as const;

/** An object with the property, or an empty one when there is no value. */
const known = <K extends string, T>(key: K, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };
