/** Derives the outcome of an inquiry from the authority's answers. Pure. */
import type { InquiryOutcome, TakenInquiry } from '@rafaga/db';
import type { QueryOutcome } from '../decisions/decisionTable.js';

/**
 * Only a digest shows as ours a document of which no send can be registered: another system's may
 * have the same client, date and total.
 */
export const inquiryOutcome = (
  row: QueryOutcome,
  { sends }: Pick<TakenInquiry, 'sends'>,
): InquiryOutcome => (sends === 0 && NEEDS_SEND.has(row) ? 'taken' : OUTCOME[row]);

const NEEDS_SEND: ReadonlySet<QueryOutcome> = new Set([
  'matching_accepted',
  'matching_rejected',
  'confirmed_accepted',
  'known_as_ours',
]);

const OUTCOME: Readonly<Record<QueryOutcome, InquiryOutcome>> = {
  proven_accepted: 'ours_accepted',
  matching_accepted: 'ours_accepted',
  confirmed_accepted: 'ours_accepted',
  known_as_ours: 'ours_accepted',
  proven_rejected: 'ours_rejected',
  matching_rejected: 'ours_rejected',
  cdr_of_another: 'other',
  cdr_shows_nothing: 'taken',
  cdr_unconfirmed: 'taken',
  cdr_undecided: 'taken',
  registered_without_cdr: 'taken',
  undecided: 'taken',
  voided: 'voided',
  not_found: 'not_found',
  not_known_as_ours: 'not_as_ours',
  query_refused: 'refused',
  access: 'refused',
  denied: 'refused',
  code_undecided: 'no_answer',
  cdr_not_given: 'no_answer',
  unreachable: 'no_answer',
  unavailable: 'no_answer',
  throttled: 'no_answer',
  blocked: 'no_answer',
  unreadable: 'no_answer',
  cdr_unreadable: 'no_answer',
  cdr_of_another_number: 'no_answer',
  cannot_query: 'cannot_ask',
};
