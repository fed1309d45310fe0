/** Decides from the reply to a query, by the decision table and by what is in doubt. Pure. */
import type { Compared, SendFate } from '@rafaga/db';
import type { Classified } from './classified.js';
import type { Decision, Query, RefusedSend } from './decision.js';
import {
  AFTER_QUERY,
  type Doubt,
  type QueryOutcome,
  REFUSED,
  type Simple,
} from './decisionTable.js';
import { type Counts, currentCell, fromCell } from './fromCell.js';
import { accepted, rejected } from './proven.js';

export interface QueryFacts extends Counts {
  doubt: Doubt;
  /** 1033, 1032 or 2987, when SUNAT answered a send with it. */
  claimed?: string;
  /** What became of the send that led to the query; absent without a send in this attempt. */
  send?: SendFate;
  compared?: Compared;
  /** The business's policy is to presume, and the neighbours of the number are proven. */
  presumes?: boolean;
  /** The fault that refused the last send, when the doubt is 'rejected' or 'refused'. */
  fault?: RefusedSend;
}

export function decideFromQuery(
  answer: Classified<QueryOutcome>,
  facts: QueryFacts,
): Exclude<Decision, Query> {
  const { doubt, presumes = false, claimed, fault } = facts;
  const { cell, again } = currentCell(AFTER_QUERY[answer.row][doubt], facts);
  if (cell === 'send') return { do: 'send' };
  // 1032 says that the number was rejected or voided: it presumes no acceptance
  if (cell === 'presume' && presumes && claimed === '1033')
    return accepted({ kind: 'presumed', code: claimed });
  if (cell === 'reject' && !answer.cdr && fault) return rejected({ kind: 'fault', ...fault });
  const evidence = answer.row === 'known_as_ours' ? 'consult' : 'cdr_query';
  const simple = simpleOf(cell, fault);
  return { ...fromCell(simple, described(answer, facts), { ...facts, evidence }), ...again };
}

function simpleOf(cell: Simple | 'presume' | 'as_refused', fault: RefusedSend | undefined): Simple {
  if (cell === 'presume') return { review: 'unproven' };
  if (cell !== 'as_refused') return cell;
  if (!fault) throw new Error('a refused send without its fault');
  return REFUSED[fault.row];
}

/**
 * The answer with the code and text of the refused send or of the claimed number, if any. A refused
 * access is about neither.
 */
function described(
  answer: Classified<QueryOutcome>,
  { fault, claimed }: QueryFacts,
): Classified<QueryOutcome> {
  if (answer.row === 'access') return answer;
  if (fault)
    return {
      ...answer,
      code: fault.code,
      description: fault.text,
      text: `al reenviar: ${fault.code} ${fault.text}; al consultar: ${answer.text}`,
    };
  const code = claimed ?? answer.code;
  return code === undefined ? answer : { ...answer, code };
}
