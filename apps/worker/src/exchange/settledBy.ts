/** Reads a CDR and settles by it; what is no CDR of this document settles nothing. */
import { type Cdr, CdrProblem } from '@rafaga/engine';
import { verdict } from '@rafaga/fiscal';
import { type Next, READABLE_WITHIN } from './next.js';

interface Received {
  zip: Buffer;
  attempt: number;
  /** Reads a CDR as one of this document, or throws CdrProblem. */
  read(zip: Buffer): Cdr;
}

/** @param otherwise judges a CDR whose code is neither an acceptance nor a rejection */
export function settledBy({ zip, attempt, read }: Received, otherwise: (code: string, text: string) => Next): Next {
  let cdr: Cdr;
  try {
    cdr = read(zip);
  } catch (error) {
    if (!(error instanceof CdrProblem)) throw error;
    if (error.problem === 'other_document') return { do: 'review', reason: 'other_document', error: error.why };
    if (attempt >= READABLE_WITHIN) return { do: 'review', reason: 'unreadable', error: error.why };
    return { do: 'wait', class: 'unknown', send: 'unknown', error: error.why };
  }
  const { code, description, notes } = cdr;
  // a CDR says that the number is used, whatever else its code would oblige to
  if (code >= '2000' && code < '4000') return { do: 'settle', state: 'rejected', code, description, notes, zip };
  if (verdict(code).do === 'accepted') return { do: 'settle', state: 'accepted', code, description, notes, zip };
  return otherwise(code, description);
}
