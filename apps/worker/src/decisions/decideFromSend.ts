/** Decides from a reply to a send, by the decision table and by the earlier sends. Pure. */
import type { SendFate } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import type { Classified } from './classified.js';
import type { Query, RefusedSend, TerminalDecision } from './decision.js';
import {
  AFTER_SEND,
  type Before,
  type Doubt,
  REFUSED,
  type SendOutcome,
  type SendRow,
} from './decisionTable.js';
import { type Counts, currentCell, fromCell } from './fromCell.js';
import { rejected } from './proven.js';

interface Fault {
  code: string;
  text: string;
}

/**
 * `repeats`: how many times in a row SUNAT answered, before this send, that it lacks the document.
 */
export interface SendFacts extends Counts {
  before: Before;
  /**
   * The first reply, when it came on a shared connection, may answer another request, and led to a
   * second send of the same bytes. 'cdr': the CDR of another document, so that our own answer is
   * lost. A fault: it may answer another request, because the second reply was different.
   */
  untrusted?: 'cdr' | Fault | undefined;
  /** An earlier send ended without an answer. */
  unanswered?: boolean;
}

export function decideFromSend(
  answer: Classified<SendOutcome>,
  facts: SendFacts,
): Query | TerminalDecision {
  const { untrusted, repeats } = facts;
  const before: Before = untrusted ? 'lost' : facts.before;
  const { fate, [before]: listed }: SendRow = AFTER_SEND[answer.row];
  const send = fateOf(fate, untrusted);
  if (answer.row === 'number_spent' && facts.before === 'none' && rejects(untrusted))
    return rejected({ kind: 'fault', ...untrusted });
  if (listed === 'query') return queryFor(answer, send, doubtOf(answer, facts));
  const { cell, again } = currentCell(listed, facts);
  const decided = fromCell(cell, answer, { evidence: 'cdr', send });
  const decision = again ? { ...decided, ...again } : decided;
  // a send that SUNAT did not receive keeps the count of its earlier answers
  return decision.do === 'wait' && (send === 'never' || send === 'refused')
    ? { ...decision, missing: repeats }
    : decision;
}

/**
 * The fate of a send of two exchanges, of which the first may have arrived: 'unanswered' when the
 * first reply was the CDR of another document.
 */
function fateOf(fate: SendFate, untrusted: SendFacts['untrusted']): SendFate {
  if (!untrusted) return fate;
  return untrusted === 'cdr' || rejects(untrusted) || fate === 'unanswered'
    ? 'unanswered'
    : 'unknown';
}

/** Whether the untrusted reply was a rejection: followed by 1032, the number is rejected. */
const rejects = (untrusted: SendFacts['untrusted']): untrusted is Fault =>
  typeof untrusted === 'object' && verdict(untrusted.code).do === 'rejected';

const isRefused = (row: SendOutcome): row is RefusedSend['row'] => Object.hasOwn(REFUSED, row);

function doubtOf(
  { row }: Classified<SendOutcome>,
  { before, untrusted, unanswered }: SendFacts,
): Doubt {
  if (isRefused(row)) return row === 'rejected' ? 'rejected' : 'refused';
  if (before === 'none' && !untrusted) return 'foreign';
  // a rejection of our own bytes would have come again: the untrusted reply answered another
  // request, and our own answer is lost
  return unanswered || untrusted === 'cdr' || rejects(untrusted) ? 'claimed' : 'doubtful';
}

function queryFor(
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
    ...(isRefused(row) && { fault: { row, code, text: description } }),
  };
}
