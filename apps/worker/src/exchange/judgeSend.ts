/** What the authority's answer to a send obliges to do. */

import type { Cdr } from '@rafaga/engine';
import { verdict } from '@rafaga/fiscal';
import type { Reply } from '@rafaga/sunat';
import { type Next, READABLE_WITHIN } from './next.js';
import { settledBy } from './settledBy.js';

export interface Sent {
  /** How often it may have arrived before this send. */
  before: number;
  attempt: number;
  /** Reads a CDR as one of this document, or throws CdrProblem. */
  read(zip: Buffer): Cdr;
  /** The certificate that it was signed with is not the one of today. */
  oldCertificate: boolean;
}

export function judgeSend(reply: Reply, sent: Sent): Next {
  switch (reply.is) {
    case 'cdr':
      return settledBy({ ...sent, zip: reply.zip }, (code, text) => judgeFault(code, text, sent));
    case 'fault':
      return judgeFault(reply.code, reply.text, sent);
    case 'silence':
      return reply.reached === 'never'
        ? { do: 'wait', class: 'unreachable', send: 'never', error: reply.why }
        : { do: 'wait', class: 'unknown', send: 'unknown', error: reply.why };
    case 'throttled':
      return { do: 'wait', class: 'throttled', send: 'never', error: reply.why, ...later(reply.retryAfterMs) };
    case 'nonsense':
      return sent.attempt >= READABLE_WITHIN
        ? { do: 'review', reason: 'unreadable', error: reply.why }
        : { do: 'wait', class: 'unknown', send: 'unknown', error: reply.why };
  }
}

const later = (delayMs: number | undefined) => (delayMs === undefined ? {} : { delayMs });
const REGISTERED = '1033';
const SPENT = '1032';
const IN_PROCESS = '0140';

function judgeFault(code: string, text: string, sent: Sent): Next {
  const error = `${code} ${text}`;
  // about a document that the authority had before: ours if we may have sent it, somebody else's if not
  if ((code === REGISTERED || code === SPENT) && sent.before === 0) return { do: 'review', reason: 'foreign_number', code, error };
  if (code === SPENT || code === REGISTERED) return { do: 'ask', code, error };
  if (code === IN_PROCESS) return { do: 'wait', class: 'in_process', send: 'unknown', code, error };
  const { do: obliged, text: meaning, source } = verdict(code);
  switch (obliged) {
    case 'rejected':
      return { do: 'settle', state: 'rejected', code, description: text, notes: [] };
    case 'retry':
      return { do: 'wait', class: 'unavailable', send: 'refused', code, error };
    case 'accepted':
    case 'ask':
      return { do: 'wait', class: 'unknown', send: 'unknown', code, error };
    case 'configuration': {
      const why = `${code}: ${meaning}`;
      if (code < '2000') return { do: 'pause', code, why, send: 'refused' };
      // signed before the certificate was changed: its business is well again, and this document never will be
      return sent.oldCertificate ? { do: 'review', reason: 'certificate', code, error } : { do: 'pause', code, why, retire: true };
    }
    case 'ours':
      return { do: 'review', reason: 'our_fault', code, error };
    case 'review':
      return { do: 'review', reason: source === undefined ? 'unknown_code' : 'needs_decision', code, error };
  }
}
