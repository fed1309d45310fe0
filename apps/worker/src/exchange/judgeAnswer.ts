/** What the authority's answer to a question obliges to do, when nobody knows whether a send arrived. */
import type { Cdr } from '@rafaga/engine';
import { verdict } from '@rafaga/fiscal';
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import { type Next, READABLE_WITHIN } from './next.js';
import { settledBy } from './settledBy.js';

export interface Asked {
  attempt: number;
  /** How often in a row it has said that it does not have it. */
  missing: number;
  /** What it said when it was sent, if it then claimed to have it: 1033 or 1032. */
  claimed?: string | undefined;
  read(zip: Buffer): Cdr;
}

/** A first "I do not have it" may only be early. */
const MISSING_ENOUGH = 2;
/** Between two of them, and before the first question. */
const SETTLE_MS = 10_000;
/** It says that it has it and that it does not: it gets so many chances to agree with itself. */
const CONTRADICTIONS = 4;

export function judgeStatus(reply: StatusReply, asked: Asked): Next {
  if (reply.is === 'cdr') return settledBy({ ...asked, zip: reply.zip }, (code, text) => unclear(`CDR con código ${code}: ${text}`, code));
  if (reply.is !== 'status') return judgeNoAnswer(reply, asked);
  const { code, text } = reply;
  switch (code) {
    case '0001':
      return accepted(code, text);
    case '0002':
      return { do: 'settle', state: 'rejected', code, description: text, notes: [] };
    case '0003':
      return { do: 'review', reason: 'voided', code, error: `${code} ${text}` };
    case '0011':
      return notThere(`${code} ${text}`, asked);
    case '0012':
      return { do: 'pause', code, why: `${code}: ${text}` };
    case '0004':
      return unclear(`${code} ${text}`, code);
    default:
      return { do: 'review', reason: 'our_fault', code, error: `consulta: ${code} ${text}` };
  }
}

export function judgeValidity(reply: ConsultReply, asked: Asked): Next {
  if (reply.is === 'denied') return { do: 'send' };
  if (reply.is !== 'validity') return judgeNoAnswer(reply, asked);
  switch (reply.validity) {
    case 'accepted':
      return accepted('0', 'SUNAT confirma que el comprobante está aceptado; su constancia no se pudo recuperar.');
    case 'unknown':
      return notThere(reply.text, asked);
    case 'voided':
      return { do: 'review', reason: 'voided', error: reply.text };
    case 'authorised':
    case 'unauthorised':
      return { do: 'review', reason: 'needs_decision', error: reply.text };
  }
}

/** Nobody can be asked: the answer to the same bytes, sent again, is the proof. */
export function judgeClaim(code: string): Next {
  return code === '1032'
    ? { do: 'settle', state: 'rejected', code, description: 'SUNAT ya tiene este número como rechazado o anulado.', notes: [] }
    : accepted(code, 'SUNAT confirma que ya tenía el comprobante; su constancia no se pudo recuperar.');
}

const accepted = (code: string, description: string): Next => ({ do: 'settle', state: 'accepted', code, description, notes: [] });
const unclear = (error: string, code?: string): Next => ({ do: 'wait', class: 'unknown', ...(code !== undefined && { code }), error });

function notThere(said: string, { missing, claimed }: Asked): Next {
  const times = missing + 1;
  if (claimed !== undefined && times >= CONTRADICTIONS) {
    return { do: 'review', reason: 'contradiction', code: claimed, error: `al enviar: ${claimed}; al consultar: ${said}` };
  }
  if (claimed === undefined && times >= MISSING_ENOUGH) return { do: 'send' };
  return { do: 'wait', class: 'unknown', error: said, missing: times, delayMs: SETTLE_MS };
}

function judgeNoAnswer(
  reply: Exclude<StatusReply, { is: 'cdr' | 'status' }> | Exclude<ConsultReply, { is: 'validity' | 'denied' }>,
  asked: Asked,
): Next {
  switch (reply.is) {
    case 'silence':
      return { do: 'wait', class: 'unreachable', error: `consulta: ${reply.why}` };
    case 'throttled':
      return { do: 'wait', class: 'throttled', error: reply.why, ...(reply.retryAfterMs !== undefined && { delayMs: reply.retryAfterMs }) };
    case 'nonsense':
      return asked.attempt >= READABLE_WITHIN
        ? { do: 'review', reason: 'unreadable', error: `consulta: ${reply.why}` }
        : { do: 'wait', class: 'unknown', error: `consulta: ${reply.why}` };
    case 'fault': {
      const { do: obliged, text: meaning } = verdict(reply.code);
      if (obliged === 'configuration') return { do: 'pause', code: reply.code, why: `${reply.code}: ${meaning}` };
      return { do: 'wait', class: 'unavailable', code: reply.code, error: `consulta: ${reply.code} ${reply.text}` };
    }
  }
}
