/** Runs one query when the admission control allows it, counts it and adds it to the timeline. */
import { recordQuery, renewLease } from '@rafaga/db';
import type { ConsultReply, Refused, StatusReply } from '@rafaga/sunat';
import { signalOf } from '../decisions/signal.js';
import type { Attempt } from './attempt.js';
import type { QueryOperation } from './authorities.js';

export async function runQuery<R extends StatusReply | ConsultReply>(
  { deps, claim, services }: Attempt,
  operation: QueryOperation,
  request: () => Promise<R>,
): Promise<R | { refused: Refused }> {
  // before a permit is taken: an attempt that lost its lease must not hold one
  await renewLease(deps.db, claim);
  const permit = await services.queryAdmission[operation].acquire();
  if (permit.is !== 'admitted') return { refused: permit };
  const began = performance.now();
  let reply: R | undefined;
  try {
    reply = await deps.spans.run(claim, {
      name: operation,
      kind: 'client',
      work: request,
      outcome: ({ is }) => is,
    });
  } finally {
    permit.release(reply ? signalOf(reply) : 'unused');
  }
  const tookMs = performance.now() - began;
  const { authority } = claim.business;
  deps.metrics.requestEnded({ operation, authority, outcome: reply.is, tookMs });
  await recordQuery(deps.db, claim, { ...queryDetail(reply), tookMs: Math.round(tookMs) });
  return reply;
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
