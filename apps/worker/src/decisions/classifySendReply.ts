/** Classifies a reply to sendBill as a row of the decision table. */
import { cdrOutcome, verdict } from '@rafaga/fiscal';
import type { Reply } from '@rafaga/sunat';
import { type Classified, retryAfter } from './classified.js';
import { type CdrRow, classifyCdr } from './classifyCdr.js';
import type { SendOutcome } from './decisionTable.js';
import type { Ours } from './ownCdr.js';

export interface SendContext {
  ours: Ours;
  /** The document was signed with a certificate that the business has replaced since. */
  oldCertificate: boolean;
}

export function classifySendReply(reply: Reply, context: SendContext): Classified<SendOutcome> {
  switch (reply.is) {
    case 'cdr':
      return classifySendCdr(reply.zip, context.ours);
    case 'fault':
      return {
        row: rowOfFault(reply.code, context),
        code: reply.code,
        text: `${reply.code} ${reply.text}`,
        description: reply.text,
      };
    case 'transport_error':
      return { row: reply.delivered === 'no' ? 'not_delivered' : 'no_answer', text: reply.reason };
    case 'throttled':
      return { row: 'throttled', text: reply.reason, ...retryAfter(reply) };
    case 'server_error':
      return { row: reply.fault ? 'server_fault' : 'server_error', text: reply.reason };
    case 'unreadable':
      return { row: reply.blocked ? 'blocked' : 'unreadable', text: reply.reason };
  }
}

function classifySendCdr(zip: Buffer, ours: Ours): Classified<SendOutcome> {
  const { row, text, code, cdr } = classifyCdr(zip, ours);
  return { row: rowAfterSend(row, cdr?.code), text, code, cdr };
}

/** A CDR of our number that answers our own send is proof, even when it shows no digest. */
function rowAfterSend(row: CdrRow, code = ''): SendOutcome {
  switch (row) {
    case 'cdr_of_another_number':
      return 'cdr_of_another';
    case 'proven_accepted':
    case 'matching_accepted':
      return 'cdr_accepted';
    case 'proven_rejected':
    case 'matching_rejected':
      return 'cdr_rejected';
    case 'cdr_shows_nothing':
      return cdrOutcome(code) === 'rejected' ? 'cdr_rejected' : 'cdr_accepted';
    default:
      return row;
  }
}

/** Codes about the number or its processing: they decide before `verdict` does. */
const ABOUT_THE_NUMBER: Readonly<Record<string, SendOutcome>> = {
  '1033': 'number_taken',
  '1032': 'number_spent',
  '2987': 'number_spent',
  '0140': 'in_process',
};

/** Codes of a failure while SUNAT processed the file: it may concern this document alone. */
const OVER_THE_FILE: ReadonlySet<string> = new Set(['0303', '0304', '0305']);

/** Codes of SUNAT's authentication, which answers before the document is read. */
const UNREAD: ReadonlySet<string> = new Set(['0109', '0110']);

function rowOfFault(
  code: string,
  { oldCertificate }: Pick<SendContext, 'oldCertificate'>,
): SendOutcome {
  const row = ABOUT_THE_NUMBER[code];
  if (row) return row;
  const { do: obliged, source } = verdict(code);
  switch (obliged) {
    case 'rejected':
      return 'rejected';
    case 'retry':
      if (OVER_THE_FILE.has(code)) return 'unprocessed';
      return UNREAD.has(code) ? 'unavailable' : 'failed';
    case 'accepted':
    case 'ask':
      return 'possibly_registered';
    case 'configuration':
      if (code < '2000') return 'access';
      return oldCertificate ? 'old_certificate' : 'certificate';
    case 'ours':
      return 'malformed';
    case 'review':
      return source === undefined ? 'unknown_code' : 'undecided';
  }
}
