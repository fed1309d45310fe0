/** Derives the outcome of an inquiry from the authority's answers. Pure. */
import type { InquiryOutcome } from '@rafaga/db';
import type { QueryOutcome } from '../decisions/decisionTable.js';

export const inquiryOutcome = (row: QueryOutcome): InquiryOutcome => OUTCOME[row];

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
  unreadable: 'no_answer',
  cdr_unreadable: 'no_answer',
  cdr_of_another_number: 'no_answer',
  cannot_query: 'cannot_ask',
};
