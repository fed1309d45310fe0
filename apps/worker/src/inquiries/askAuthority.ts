/**
 * Asks the authority about a document, for a person. It cannot send: of the client it gets only the
 * two query services.
 */
import { type InquiryAnswer, type InquiryOutcome, LEASE_MS, type TakenInquiry } from '@rafaga/db';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { Authority } from '@rafaga/sunat';
import type { Classified } from '../decisions/classified.js';
import {
  classifyConsultReply,
  classifyStatusReply,
  combineReplies,
  needsConsult,
} from '../decisions/classifyQueryReply.js';
import type { QueryOutcome } from '../decisions/decisionTable.js';
import { oursOf, type Window } from '../decisions/ownCdr.js';
import { admittedQuery, type QueryAdmission } from '../exchange/runQuery.js';
import type { OpenAccess } from '../keys/accesses.js';
import { inquiryOutcome } from './inquiryOutcome.js';

export interface QueryServices extends QueryAdmission {
  client: Pick<Authority, 'statusCdr' | 'consult'>;
}

export interface InquiryResult {
  outcome: InquiryOutcome;
  answers: InquiryAnswer[];
}

interface ServiceAnswer {
  classified: Classified<QueryOutcome>;
  answer: InquiryAnswer;
}

/** @returns undefined when there is no service to ask */
export async function askAuthority(
  inquiry: TakenInquiry,
  services: QueryServices,
  access: OpenAccess,
): Promise<InquiryResult | undefined> {
  const status = await askStatus(inquiry, services, access);
  const consulted =
    status && !needsConsult(status.classified)
      ? undefined
      : await askConsult(inquiry, services, access);
  const first = status ?? consulted;
  if (!first) return undefined;
  const classified =
    status && consulted
      ? combineReplies(status.classified, consulted.classified)
      : first.classified;
  return {
    outcome: inquiryOutcome(classified.row, inquiry),
    answers: [status, consulted].flatMap((asked) => (asked ? [asked.answer] : [])),
  };
}

const numberOf = ({ document: { kind, series, number }, business: { ruc } }: TakenInquiry) => ({
  ruc,
  series,
  number,
  type: DOCUMENT_TYPE[kind],
});

/** Asks getStatusCdr, which knows only facturas. */
async function askStatus(
  inquiry: TakenInquiry,
  services: QueryServices,
  { sol }: OpenAccess,
): Promise<ServiceAnswer | undefined> {
  const { statusCdr } = services.client;
  const { business, document, signed } = inquiry;
  if (document.kind !== 'factura' || !statusCdr) return undefined;
  const ours = oursOf(
    { business: { issuer: business }, document },
    { digest: signed?.digest ?? '' },
  );
  const asked = await admittedQuery(services, 'getStatusCdr', () =>
    statusCdr(numberOf(inquiry), sol),
  );
  const classified =
    'refused' in asked ? NOT_ADMITTED : classifyStatusReply(asked.reply, ours, arrival(inquiry));
  return { classified, answer: answerOf('getStatusCdr', classified, asked.tookMs) };
}

async function askConsult(
  inquiry: TakenInquiry,
  services: QueryServices,
  access: OpenAccess,
): Promise<ServiceAnswer | undefined> {
  const { consult } = services.client;
  const { consult: credentials } = access;
  if (!consult || !credentials) return undefined;
  const { issueDate, total } = inquiry.document;
  const document = { ...numberOf(inquiry), issueDate, total };
  const asked = await admittedQuery(services, 'validarcomprobante', () =>
    consult(document, credentials),
  );
  const classified = 'refused' in asked ? NOT_ADMITTED : classifyConsultReply(asked.reply);
  const known = KNOWN[classified.row];
  return {
    classified,
    answer: {
      ...answerOf('validarcomprobante', classified, asked.tookMs),
      ...(known !== undefined && { known }),
    },
  };
}

const KNOWN: Partial<Record<QueryOutcome, boolean>> = {
  known_as_ours: true,
  not_known_as_ours: false,
};

const NOT_ADMITTED: Classified<QueryOutcome> = {
  row: 'unreachable',
  text: 'SUNAT no responde, o hay muchas consultas en curso: no se llegó a preguntar',
};

/** When a send of ours may have arrived. A document that was never signed was never sent. */
function arrival({ document, signed, sentAt }: TakenInquiry): Window {
  const from = signed?.at ?? document.createdAt;
  return { from, to: new Date((sentAt?.getTime() ?? from.getTime() - LEASE_MS) + LEASE_MS) };
}

function answerOf(
  service: InquiryAnswer['service'],
  { text, code, cdr }: Classified<QueryOutcome>,
  tookMs: number,
): InquiryAnswer {
  return {
    service,
    said: cdr?.description ?? text,
    tookMs,
    ...(code !== undefined && { code }),
    ...(cdr?.receiver !== undefined && { receiver: cdr.receiver }),
    ...(cdr?.receivedAt && { receivedAt: cdr.receivedAt.toISOString() }),
    ...(cdr?.digest !== undefined && { digest: cdr.digest }),
  };
}
