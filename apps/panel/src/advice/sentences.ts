/** An advice, what it is made from, and the sentences that several states share. Pure. */

import type { PendingCdrSummary } from '@rafaga/db';
import { peruvianDate } from '@rafaga/fiscal';
import { codeSays } from './codeWords.js';

export interface Advice {
  happened: string;
  next: string;
  you: string;
}

/** A CDR that states another result than the one the document was settled with. */
export type OtherCdr = Pick<PendingCdrSummary, 'state' | 'code' | 'description' | 'receivedAt'>;

/** What else decides about the next step of a document. */
export interface Surroundings {
  now: Date;
  /** Today in Lima, YYYY-MM-DD. */
  today: string;
  /** The pause of its business's sending, while it lasts. */
  pause?: { until: Date; reason: string | null } | undefined;
  queuePaused: boolean;
  restoring: boolean;
  /** At least one worker runs. */
  workers: boolean;
  /** SUNAT can be asked about this document. */
  canAsk: boolean;
  /** A CDR that fits what was settled was received, and is not among the files yet. */
  cdrArrived?: boolean;
  /** How many observations SUNAT accepted it with. */
  observations?: number;
  /** A CDR that says the opposite of what was settled. */
  otherCdr?: OtherCdr | undefined;
  /** An inquiry has shown that SUNAT has it, accepted. */
  shownAccepted?: boolean;
  /** The user's role acts on references; others ask an operator. */
  mayAct: boolean;
}

export const NOT_TWICE =
  'Hasta que se sepa, no emitas esta venta con otra referencia: podrían quedar dos comprobantes.';

export const ISSUE_AGAIN =
  'la venta se debe emitir otra vez, con una referencia y un número nuevos';

/** The steps that only an operator can take, as the user's role reads them. */
export const forOperators = (steps: string, { mayAct }: Pick<Surroundings, 'mayAct'>): string =>
  mayAct ? steps : `Pide a un operador que se ocupe. Los pasos: ${steps}`;

export const codeSentence = (code: string | null): string =>
  code === null ? '' : ` SUNAT contestó ${code}: ${codeSays(code)}.`;

/** @param deadline YYYY-MM-DD, the last day on which SUNAT takes it */
export function deadlineSentence(deadline: string, { today }: Pick<Surroundings, 'today'>): string {
  const last = deadline.slice(0, 10);
  const day = peruvianDate(last);
  return last >= today
    ? `SUNAT lo recibe hasta el ${day}.`
    : `SUNAT lo recibía hasta el ${day}: el plazo venció.`;
}

export const isLate = (deadline: string, { today }: Pick<Surroundings, 'today'>): boolean =>
  deadline.slice(0, 10) < today;

/** In quotation marks, without its own full stop: the sentence around it has one. */
export const quoted = (text: string): string => `«${text.trim().replace(/\.$/, '')}»`;
