/**
 * Queries the services that know a document. Facturas: getStatusCdr, which has the CDR, then
 * Consulta Integrada for what it does not show or answer. Boletas: Consulta Integrada alone.
 */
import type { Claim } from '@rafaga/db';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { Refused, StatusReply } from '@rafaga/sunat';
import type { Classified } from '../decisions/classified.js';
import {
  classifyConsultReply,
  classifyStatusReply,
  combineReplies,
  needsConsult,
} from '../decisions/classifyQueryReply.js';
import type { QueryOutcome } from '../decisions/decisionTable.js';
import { oursOf, type Window } from '../decisions/ownCdr.js';
import type { Attempt } from './attempt.js';
import { runQuery } from './runQuery.js';

export interface QueryAnswer {
  answer: Classified<QueryOutcome>;
  /** The raw reply from which the answer was read. */
  reply?: StatusReply;
}

interface NotAdmitted {
  refused: Refused;
}

/** @param window when a send of ours may have arrived */
export async function queryServices(
  attempt: Attempt,
  window: Window,
): Promise<QueryAnswer | NotAdmitted> {
  const { kind } = attempt.claim.document;
  const status = kind === 'factura' ? await queryStatus(attempt, window) : undefined;
  if (status && ('refused' in status || !needsConsult(status.answer))) return status;
  const consulted = await consult(attempt);
  if (!status) return consulted ?? { answer: CANNOT_QUERY };
  if (!consulted) return status;
  if ('refused' in consulted) return withoutConsult(status, consulted);
  return { ...status, answer: combineReplies(status.answer, consulted.answer) };
}

/**
 * While Consulta Integrada is down, a CDR that shows our client decides; any other answer waits for
 * it.
 */
const withoutConsult = (status: QueryAnswer, consulted: NotAdmitted): QueryAnswer | NotAdmitted =>
  consulted.refused.is === 'circuit_open' && status.answer.row === 'matching_accepted'
    ? status
    : consulted;

const CANNOT_QUERY: Classified<QueryOutcome> = {
  row: 'cannot_query',
  text: 'SUNAT tiene un comprobante con este número y no se le puede consultar cuál',
};

const numberOf = ({ document, business }: Claim) => {
  const { kind, series, number } = document;
  return { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
};

async function queryStatus(attempt: Attempt, window: Window) {
  const { claim, document, access, services } = attempt;
  const { statusCdr } = services.client;
  if (!statusCdr) return undefined;
  const reply = await runQuery(attempt, 'getStatusCdr', () =>
    statusCdr(numberOf(claim), access.sol),
  );
  return 'refused' in reply
    ? reply
    : { reply, answer: classifyStatusReply(reply, oursOf(claim, document), window) };
}

async function consult(attempt: Attempt) {
  const { claim, access, services } = attempt;
  const { consult: request } = services.client;
  const { consult: credentials } = access;
  if (!request || !credentials) return undefined;
  const { issueDate, total } = claim.document;
  const document = { ...numberOf(claim), issueDate, total };
  const reply = await runQuery(attempt, 'validarcomprobante', () => request(document, credentials));
  return 'refused' in reply ? reply : { answer: classifyConsultReply(reply) };
}
