/** Classifies a CDR by its code and by how far it shows that it is about our signed bytes. */
import { CdrProblem } from '@rafaga/engine';
import { cdrOutcome } from '@rafaga/fiscal';
import type { Classified } from './classified.js';
import { type ForeignCdr, type Ours, type OwnCdr, readOwnCdr, type Window } from './ownCdr.js';

export type CdrRow =
  | 'cdr_of_another_number'
  | 'cdr_of_another'
  | 'cdr_undecided'
  | 'cdr_unreadable'
  | 'cdr_shows_nothing'
  | `${'proven' | 'matching'}_${'accepted' | 'rejected'}`;

/**
 * @param zip a CDR of sendBill, of getStatusCdr or from the file store
 * @param window when a send of ours may have arrived, for a CDR that was queried
 */
export function classifyCdr(zip: Buffer, ours: Ours, window?: Window): Classified<CdrRow> {
  try {
    const cdr = readOwnCdr(zip, ours, window);
    if (!cdr)
      return { row: 'cdr_of_another_number', text: 'La constancia corresponde a otro comprobante' };
    const { code, description, match } = cdr;
    return {
      row: rowOf(code, match),
      cdr,
      code,
      text: `CDR con código ${code}: ${description}`,
    };
  } catch (error) {
    if (!(error instanceof CdrProblem)) throw error;
    return { row: 'cdr_unreadable', text: error.message };
  }
}

function rowOf(code: string, match: (OwnCdr | ForeignCdr)['match']): CdrRow {
  if (match === 'differs') return 'cdr_of_another';
  const outcome = cdrOutcome(code);
  if (outcome === undefined) return 'cdr_undecided';
  return match === 'shows_nothing' ? 'cdr_shows_nothing' : `${match}_${outcome}`;
}
