/**
 * Asks the authority about a document, for a person. It cannot send: of the client it gets only the
 * two query services.
 */
import { type InquiryAnswer, type InquiryOutcome, LEASE_MS, type TakenInquiry } from '@rafaga/db';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { Authority, ConsultReply, StatusReply } from '@rafaga/sunat';
import type { Classified } from '../decisions/classified.js';
import {
  classifyConsultReply,
  classifyStatusReply,
  combineReplies,
  needsConsult,
} from '../decisions/classifyQueryReply.js';
import type { QueryOutcome } from '../decisions/decisionTable.js';
import { oursOf, type Window } from '../decisions/ownCdr.js';
import { signalOf } from '../decisions/signal.js';
import type { QueryOperation, Services } from '../exchange/authorities.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { EndedRequest } from '../metrics/workerMetrics.js';
import { inquiryOutcome } from './inquiryOutcome.js';

export interface QueryServices {
  client: Pick<Authority, 'statusCdr' | 'consult'>;
  queryAdmission: Services['queryAdmission'];
  /** Counts a completed request. */
  requestEnded(request: EndedRequest): void;
  authority: EndedRequest['authority'];
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
    outcome: inquiryOutcome(classified.row),
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
  const asked = await request(services, 'getStatusCdr', () => statusCdr(numberOf(inquiry), sol));
  const classified = asked.reply
    ? classifyStatusReply(asked.reply, ours, arrival(inquiry))
    : NOT_ADMITTED;
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
  const asked = await request(services, 'validarcomprobante', () => consult(document, credentials));
  const classified = asked.reply ? classifyConsultReply(asked.reply) : NOT_ADMITTED;
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

/** Sends a request when the circuit breaker and the limiter of its service admit it. */
async function request<R extends StatusReply | ConsultReply>(
  { queryAdmission, requestEnded, authority }: QueryServices,
  operation: QueryOperation,
  ask: () => Promise<R>,
): Promise<{ reply?: R; tookMs: number }> {
  const permit = await queryAdmission[operation].acquire();
  if (permit.is !== 'admitted') return { tookMs: 0 };
  const began = performance.now();
  let reply: R | undefined;
  try {
    reply = await ask();
  } finally {
    permit.release(reply ? signalOf(reply) : 'unused');
  }
  const tookMs = Math.round(performance.now() - began);
  requestEnded({ operation, authority, outcome: reply.is, tookMs });
  return { reply, tookMs };
}

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
