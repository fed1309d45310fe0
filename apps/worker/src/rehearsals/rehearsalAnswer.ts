/** Reads the authority's answer to a rehearsal. */
import { CdrProblem, readCdr } from '@rafaga/engine';
import { cdrOutcome, DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { Rehearsal } from './signRehearsal.js';

export interface RehearsalAnswer {
  code: string;
  description: string;
  /** Whether it was accepted, with or without observations. */
  accepted: boolean;
}

/** A reply that is not the CDR of this document does not count as accepted. */
export function readRehearsalAnswer(
  zip: Buffer,
  ruc: string,
  { kind, series, number }: Rehearsal,
): RehearsalAnswer {
  const answer = read(zip, { ruc, type: DOCUMENT_TYPE[kind], series, number });
  if (!answer) return { code: '-', description: 'no es su constancia', accepted: false };
  const { code, description } = answer;
  return { code, description, accepted: cdrOutcome(code) === 'accepted' };
}

function read(zip: Buffer, expected: Parameters<typeof readCdr>[1]) {
  try {
    return readCdr(zip, expected);
  } catch (error) {
    if (error instanceof CdrProblem) return undefined;
    throw error;
  }
}
