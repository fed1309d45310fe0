/** What a reply to a send obliges to, by the decision table and by what was known before. Pure. */
import type { SendFate } from '@rafaga/db';
import { verdict } from '@rafaga/fiscal';
import type { Classified } from './classified.js';
import type { Query, TerminalDecision } from './decision.js';
import {
  AFTER_SEND,
  type Before,
  type Doubt,
  type SendOutcome,
  type SendRow,
} from './decisionTable.js';
import { currentCell, fromCell, settle } from './fromCell.js';
import { rejected } from './proven.js';

export interface Fault {
  code: string;
  text: string;
}

export interface SendFacts {
  before: Before;
  attempt: number;
  /** How often in a row SUNAT said, before this send, that it does not have the document. */
  repeats: number;
  /**
   * What came on a shared connection and was not believed, so that the same bytes were sent again:
   * a CDR of another document was an answer out of turn, and the true one is lost; a fault may have
   * been one, unless the second answer says the same.
   */
  disbelieved?: 'cdr' | Fault;
  /** An earlier send ended without an answer. */
  unanswered?: boolean;
}

export function decideFromSend(
  answer: Classified<SendOutcome>,
  facts: SendFacts,
): Query | TerminalDecision {
  const { disbelieved, attempt, repeats } = facts;
  const before: Before = disbelieved ? 'lost' : facts.before;
  const { fate, [before]: listed }: SendRow = AFTER_SEND[answer.row];
  const send = fateOf(fate, disbelieved);
  if (answer.row === 'number_spent' && facts.before === 'none' && rejects(disbelieved))
    return settle(rejected({ kind: 'fault', ...disbelieved }));
  if (listed === 'query') return queryFor(answer, send, doubtOf(answer, facts));
  const { cell, again } = currentCell(listed, attempt, repeats);
  const decision = { ...fromCell(cell, answer, { evidence: 'cdr', send }), ...again };
  // what SUNAT said before a send that was not received still holds
  return decision.do === 'wait' && (send === 'never' || send === 'refused')
    ? { ...decision, missing: repeats }
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
    ...(row === 'rejected' && { fault: { code, text: description } }),
  };
}
