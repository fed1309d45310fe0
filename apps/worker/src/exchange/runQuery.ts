/** Runs one query when the admission control allows it, counts it and adds it to the timeline. */
import { recordQuery, renewLease } from '@rafaga/db';
import type { ConsultReply, Refused, StatusReply } from '@rafaga/sunat';
import { signalOf } from '../decisions/signal.js';
import type { EndedRequest, WorkerMetrics } from '../metrics/workerMetrics.js';
import type { Attempt } from './attempt.js';
import type { QueryOperation, Services } from './authorities.js';

export async function runQuery<R extends StatusReply | ConsultReply>(
  { deps, claim, services }: Attempt,
  operation: QueryOperation,
  request: () => Promise<R>,
): Promise<R | { refused: Refused }> {
  // before a permit is taken: an attempt that lost its lease must not hold one
  await renewLease(deps.db, claim);
  const { queryAdmission } = services;
  const { requestEnded } = deps.metrics;
  const { authority } = claim.business;
  const asked = await admittedQuery({ queryAdmission, requestEnded, authority }, operation, () =>
    deps.spans.run(claim, {
      name: operation,
      kind: 'client',
      work: request,
      outcome: ({ is }) => is,
    }),
  );
  if ('refused' in asked) return asked;
  const { reply, tookMs } = asked;
  await recordQuery(deps.db, claim, { ...queryDetail(reply), tookMs });
  return reply;
}

export interface QueryAdmission
  extends Pick<Services, 'queryAdmission'>,
    Pick<WorkerMetrics, 'requestEnded'>,
    Pick<EndedRequest, 'authority'> {}

/** Sends a query when the circuit breaker and the limiter of its service admit it. */
export async function admittedQuery<R extends StatusReply | ConsultReply>(
  { queryAdmission, requestEnded, authority }: QueryAdmission,
  operation: QueryOperation,
  request: () => Promise<R>,
): Promise<{ reply: R; tookMs: number } | { refused: Refused; tookMs: 0 }> {
  const permit = await queryAdmission[operation].acquire();
  if (permit.is !== 'admitted') return { refused: permit, tookMs: 0 };
  const began = performance.now();
  let reply: R | undefined;
  try {
    reply = await request();
  } finally {
    permit.release(reply ? signalOf(reply) : 'unused');
  }
  const tookMs = Math.round(performance.now() - began);
  requestEnded({ operation, authority, outcome: reply.is, tookMs });
  return { reply, tookMs };
}

function queryDetail(reply: StatusReply | ConsultReply): { code?: string; detail: string } {
  switch (reply.is) {
    case 'cdr':
      return { detail: 'constancia recuperada' };
    case 'status':
    case 'fault':
      return { code: reply.code, detail: reply.text };
    case 'validity':
      return { detail: reply.text };
    default:
      return { detail: reply.reason };
  }
}
