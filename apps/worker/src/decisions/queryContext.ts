/** What is in doubt when the authority is queried, and what the query must pass on. Pure. */
import type { Claim, SendFate } from '@rafaga/db';
import type { Query, RefusedSend } from './decision.js';
import type { Doubt } from './decisionTable.js';

export interface QueryContext {
  doubt: Doubt;
  /** 1033, 1032 or 2987. */
  claimed?: string;
  /** What became of the send of this attempt that led to the query. */
  send?: SendFate;
  fault?: RefusedSend;
}

/** Whether an attempt begins with a query: an earlier send may be registered. */
export const mustQueryFirst = ({ sends, claimedCode }: Claim): boolean =>
  sends > 0 || claimedCode !== null;

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
