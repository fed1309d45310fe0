/** Classifies replies of getStatusCdr and of Consulta Integrada as rows of the decision table. */
import { cdrOutcome, verdict } from '@rafaga/fiscal';
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import { type Classified, retryAfter } from './classified.js';
import { classifyCdr } from './classifyCdr.js';
import type { QueryOutcome } from './decisionTable.js';
import type { Ours, Window } from './ownCdr.js';

export function classifyStatusReply(
  reply: StatusReply,
  ours: Ours,
  window: Window,
): Classified<QueryOutcome> {
  if (reply.is === 'cdr') return classifyCdr(reply.zip, ours, window);
  if (reply.is !== 'status') return classifyFailure(reply);
  const { code, text } = reply;
  return { row: rowOfStatus(code), code, text: `consulta: ${code} ${text}` };
}

/** Codes of other services mean the same as a status and as a fault. */
export const rowOfStatus = (code: string): QueryOutcome =>
  STATUS[code] ?? (OF_THE_QUERY.test(code) ? 'query_refused' : rowOfFault(code));

/** 0005 to 0010: the service finds a mistake in what was asked. */
const OF_THE_QUERY = /^00(0[5-9]|10)$/;

/** getStatusCdr's own codes. Source: manual of billConsultService. */
const STATUS: Readonly<Record<string, QueryOutcome>> = {
  '0001': 'registered_without_cdr',
  '0002': 'registered_without_cdr',
  '0003': 'voided',
  '0004': 'registered_without_cdr',
  '0011': 'not_found',
  '0012': 'denied',
};

export function classifyConsultReply(reply: ConsultReply): Classified<QueryOutcome> {
  if (reply.is === 'denied')
    return {
      row: 'denied',
      text: `Consulta Integrada no admite las credenciales (${reply.reason})`,
    };
  return reply.is === 'validity' ? VALIDITY[reply.validity] : classifyFailure(reply);
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

function classifyFailure(reply: Failure): Classified<QueryOutcome> {
  switch (reply.is) {
    case 'transport_error':
      return { row: 'unreachable', text: `consulta: ${reply.reason}` };
    case 'throttled':
      return { row: 'throttled', text: `consulta: ${reply.reason}`, ...retryAfter(reply) };
    case 'server_error':
      return { row: 'unavailable', text: `consulta: ${reply.reason}` };
    case 'declined':
      return { row: 'unreadable', text: `consulta: ${reply.reason}` };
    case 'unreadable':
      return { row: reply.blocked ? 'blocked' : 'unreadable', text: `consulta: ${reply.reason}` };
    case 'fault': {
      const row = rowOfFault(reply.code);
      return { row, code: reply.code, text: `consulta: ${reply.code} ${reply.text}` };
    }
  }
}

/** 0101 to 0106: credentials that every service refuses. Others: only this service refuses them. */
function rowOfFault(code: string): QueryOutcome {
  switch (verdict(code).do) {
    case 'configuration':
      return code <= '0106' ? 'access' : 'denied';
    case 'retry':
      return 'unavailable';
    case 'ask':
      return 'cdr_not_given';
    case 'accepted':
    case 'rejected':
    case 'ours':
    case 'review':
      return 'code_undecided';
  }
}

/**
 * Whether Consulta Integrada still has to be asked: an acceptance without digest or without CDR, or
 * a service that refuses our credentials.
 */
export const needsConsult = ({ row, cdr }: Classified<QueryOutcome>): boolean =>
  row === 'registered_without_cdr' ||
  row === 'cdr_not_given' ||
  row === 'denied' ||
  row === 'matching_accepted' ||
  (row === 'cdr_shows_nothing' && cdr !== undefined && cdrOutcome(cdr.code) === 'accepted');

/**
 * Combines the answer of getStatusCdr, with or without a CDR, with that of Consulta Integrada,
 * which compares date and total. An acceptance that shows no digest is ours when both agree. When
 * Consulta Integrada does not answer, a CDR that shows our client is enough. Where getStatusCdr
 * refuses our credentials, Consulta Integrada decides alone, as for a boleta.
 */
export function combineReplies(
  status: Classified<QueryOutcome>,
  consulted: Classified<QueryOutcome>,
): Classified<QueryOutcome> {
  if (status.row === 'denied') return consulted.row === 'denied' ? status : consulted;
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
      return status.row === 'matching_accepted' || consulted.row === 'denied' ? status : consulted;
  }
}
