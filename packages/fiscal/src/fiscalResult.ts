/**
 * The result of a document as it may be told: what SUNAT decided, what is presumed without its
 * answer, and what persons decided in its place are told apart.
 */
import type { Evidence, FiscalState } from './resultWords.js';

export type FiscalResult = FiscalState | 'presumed' | 'accepted_by_persons' | 'rejected_by_persons';

/** @param evidence null while it is pending, and for results that were stored without it */
export function fiscalResult(state: FiscalState, evidence: Evidence | null): FiscalResult {
  if (state === 'pending') return state;
  if (evidence === 'person') return `${state}_by_persons`;
  return evidence === 'presumed' ? evidence : state;
}
