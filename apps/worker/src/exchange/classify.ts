/** Reads what SUNAT answered into the rows of the decision table. */
import { CdrProblem } from '@rafaga/engine';
import { verdict } from '@rafaga/fiscal';
import type { ConsultReply, Reply, StatusReply } from '@rafaga/sunat';
import type { QueryOutcome, SendOutcome } from './decisionTable.js';
import { type ForeignCdr, type Ours, type OwnCdr, readOwnCdr, type Window } from './ownCdr.js';

/** An answer as a row of the table, with what it says for people. */
export interface Classified<Row> {
  row: Row;
  /** For the timeline and for support. */
  text: string;
  code?: string;
  /** A fault's own words. */
  description?: string;
  /** The CDR that it came with, where it could be read as one of our number. */
  cdr?: OwnCdr | ForeignCdr;
  retryAfterMs?: number;
}

export interface SendContext {
  ours: Ours;
  /** The business has a newer certificate than the one that the document was signed with. */
  oldCertificate: boolean;
}

export function classifySendReply(
  reply: Reply,
  { ours, oldCertificate }: SendContext,
): Classified<SendOutcome> {
  switch (reply.is) {
    case 'cdr':
      return readCdrOfSend(reply.zip, ours);
    case 'fault':
      return {
        row: rowOfFault(reply.code, oldCertificate),
        code: reply.code,
        text: `${reply.code} ${reply.text}`,
        description: reply.text,
      };
    case 'transport_error':
      return { row: reply.delivered === 'no' ? 'not_delivered' : 'no_answer', text: reply.reason };
    case 'throttled':
      return { row: 'throttled', text: reply.reason, ...later(reply) };
    case 'unreadable':
      return { row: 'unreadable', text: reply.reason };
  }
}

function readCdrOfSend(zip: Buffer, ours: Ours): Classified<SendOutcome> {
  const { row, ...said } = classifyCdr(zip, ours);
  switch (row) {
    case 'cdr_of_another_number':
      return { ...said, row: 'cdr_of_another' };
    // it answers our own send: that is the proof, whatever else it shows
    case 'proven_accepted':
    case 'matching_accepted':
      return { ...said, row: 'cdr_accepted' };
    case 'proven_rejected':
    case 'matching_rejected':
      return { ...said, row: 'cdr_rejected' };
    case 'cdr_shows_nothing':
      return {
        ...said,
        row: said.cdr && isRejection(said.cdr.code) ? 'cdr_rejected' : 'cdr_accepted',
      };
    default:
      return { ...said, row };
  }
}

type CdrRow =
  | 'cdr_of_another_number'
  | 'cdr_of_another'
  | 'cdr_undecided'
  | 'cdr_unreadable'
  | 'cdr_shows_nothing'
  | `${'proven' | 'matching'}_${'accepted' | 'rejected'}`;

/**
 * A CDR of sendBill, of getStatusCdr or out of the store, by how far it shows that it speaks of our
 * bytes.
 * @param window when a send of ours may have arrived, for a CDR that was asked for
 */
export function classifyCdr(zip: Buffer, ours: Ours, window?: Window): Classified<CdrRow> {
  try {
    const cdr = readOwnCdr(zip, ours, window);
    if (!cdr)
      return { row: 'cdr_of_another_number', text: 'La constancia corresponde a otro comprobante' };
    const { code, description, match } = cdr;
    return {
      row: rowOfCdr(code, match),
      cdr,
      code,
      text: `CDR con código ${code}: ${description}`,
    };
  } catch (error) {
    if (!(error instanceof CdrProblem)) throw error;
    return { row: 'cdr_unreadable', text: error.message };
  }
}

function rowOfCdr(code: string, match: (OwnCdr | ForeignCdr)['match']): CdrRow {
  if (match === 'differs') return 'cdr_of_another';
  const state = isRejection(code)
    ? 'rejected'
    : verdict(code).do === 'accepted'
      ? 'accepted'
      : undefined;
  if (state === undefined) return 'cdr_undecided';
  return match === 'shows_nothing' ? 'cdr_shows_nothing' : `${match}_${state}`;
}

/** A CDR says that the number is used, whatever else its code would oblige to. */
export const isRejection = (code: string): boolean => Number(code) >= 2_000 && Number(code) < 4_000;

/** Codes that are about the number or its processing, whatever else their rows oblige to. */
const ABOUT_THE_NUMBER: Readonly<Record<string, SendOutcome>> = {
  '1033': 'number_taken',
  '1032': 'number_spent',
  '0140': 'in_process',
};

/** Its authentication answers before anything is read. */
const UNREAD: ReadonlySet<string> = new Set(['0109', '0110']);

function rowOfFault(code: string, oldCertificate: boolean): SendOutcome {
  const row = ABOUT_THE_NUMBER[code];
  if (row) return row;
  const { do: obliged, source } = verdict(code);
  switch (obliged) {
    case 'rejected':
      return 'rejected';
    case 'retry':
      return UNREAD.has(code) ? 'unavailable' : 'failed';
    case 'accepted':
    case 'ask':
      return 'has_something';
    case 'configuration':
      if (code < '2000') return 'access';
      return oldCertificate ? 'old_certificate' : 'certificate';
    case 'ours':
      return 'malformed';
    case 'review':
      return source === undefined ? 'unknown_code' : 'undecided';
  }
}

export function classifyStatusReply(
  reply: StatusReply,
  ours: Ours,
  window: Window,
): Classified<QueryOutcome> {
  if (reply.is === 'cdr') return classifyCdr(reply.zip, ours, window);
  if (reply.is !== 'status') return classifyQueryFailure(reply);
  const { code, text } = reply;
  return { row: STATUS[code] ?? 'question_refused', code, text: `consulta: ${code} ${text}` };
}

/** getStatusCdr's own codes. Source: manual of billConsultService. */
const STATUS: Readonly<Record<string, QueryOutcome>> = {
  '0001': 'registered_unshown',
  '0002': 'registered_unshown',
  '0003': 'voided',
  '0004': 'registered_unshown',
  '0011': 'not_found',
  '0012': 'denied',
};

export function classifyConsultReply(reply: ConsultReply): Classified<QueryOutcome> {
  if (reply.is === 'denied')
    return {
      row: 'denied',
      text: `Consulta Integrada no admite las credenciales (${reply.reason})`,
    };
  if (reply.is !== 'validity') return classifyQueryFailure(reply);
  return VALIDITY[reply.validity];
}

const VALIDITY = {
  unknown: {
    row: 'not_known_as_ours',
    text: 'Consulta Integrada no conoce un comprobante con este número, esta fecha y este total',
  },
  accepted: {
    row: 'known_as_ours',
    text: 'Consulta Integrada lo conoce con esta fecha y este total',
  },
  voided: { row: 'voided', text: 'Consulta Integrada lo conoce dado de baja' },
  authorised: {
    row: 'undecided',
    text: 'Consulta Integrada lo conoce como autorizado por imprenta',
  },
  unauthorised: { row: 'undecided', text: 'Consulta Integrada lo conoce como no autorizado' },
} as const satisfies Record<string, Classified<QueryOutcome>>;

type Failure =
  | Exclude<StatusReply, { is: 'cdr' | 'status' }>
  | Exclude<ConsultReply, { is: 'validity' | 'denied' }>;

function classifyQueryFailure(reply: Failure): Classified<QueryOutcome> {
  switch (reply.is) {
    case 'transport_error':
      return { row: 'unreachable', text: `consulta: ${reply.reason}` };
    case 'throttled':
      return { row: 'throttled', text: `consulta: ${reply.reason}`, ...later(reply) };
    case 'unreadable':
      return { row: 'unreadable', text: `consulta: ${reply.reason}` };
    case 'fault': {
      const row = rowOfRefusal(reply.code);
      return { row, code: reply.code, text: `consulta: ${reply.code} ${reply.text}` };
    }
  }
}

const later = ({ retryAfterMs }: { retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };

/** Who may not ask: anywhere (0101 to 0106), or only here. */
function rowOfRefusal(code: string): QueryOutcome {
  if (verdict(code).do !== 'configuration') return 'unavailable';
  return code <= '0106' ? 'access' : 'denied';
}

/**
 * Weighs the CDR that getStatusCdr gave, or its word without one, together with Consulta Integrada,
 * which knows date and total: an acceptance that shows no digest is ours when both agree. While
 * Consulta Integrada cannot answer, the CDR stands alone.
 */
export function combineReplies(
  status: Classified<QueryOutcome>,
  consulted: Classified<QueryOutcome>,
): Classified<QueryOutcome> {
  switch (consulted.row) {
    case 'known_as_ours':
      return { ...status, row: status.cdr ? 'confirmed_accepted' : 'known_as_ours' };
    case 'not_known_as_ours':
      return status.cdr
        ? { ...status, row: 'cdr_unconfirmed', text: `${status.text}; ${consulted.text}` }
        : status;
    case 'voided':
    case 'undecided':
      return consulted;
    default:
      return status.row === 'cdr_shows_nothing' && consulted.row !== 'denied' ? consulted : status;
  }
}
