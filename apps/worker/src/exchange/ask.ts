/** Asks what became of a send that nobody can account for, whoever can be asked; else the same bytes will be the question. */
import { type Claim, LEASE_MS, noteAsked } from '@rafaga/db';
import { DOCUMENT_TYPE } from '@rafaga/fiscal';
import type { ConsultReply, StatusReply } from '@rafaga/sunat';
import type { Deps } from '../deps.js';
import type { OpenAccess } from '../keys/accesses.js';
import type { Operation } from '../metrics/tally.js';
import type { Services } from './authorities.js';
import { keepEvidence } from './evidence.js';
import { type Asked, judgeClaim, judgeStatus, judgeValidity } from './judgeAnswer.js';
import type { Next } from './next.js';
import { readerOf } from './readerOf.js';
import { held, passageOf } from './send.js';
import { settledBy } from './settledBy.js';
import { cdrName, nameIn, type SignedDocument } from './sign.js';

/** @param claimed the code by which the authority said that it has it: 1033 or 1032 */
export async function ask(
  deps: Deps,
  claim: Claim,
  document: SignedDocument,
  access: OpenAccess,
  services: Services,
  claimed?: string,
): Promise<Next> {
  const asked: Asked = { attempt: claim.attempt, missing: claim.missing, claimed, read: readerOf(claim, document) };
  const kept = await keptCdr(deps, claim, asked);
  if (kept) return kept;
  const question = questionOf(claim, access, services);
  if (!question || (claimed !== undefined && claim.document.kind === 'boleta'))
    return claimed === undefined ? { do: 'send' } : judgeClaim(claimed);
  const entry = await services.ask.enter();
  if (entry.is !== 'in') return held(entry);
  const began = performance.now();
  let answered: Answered | undefined;
  try {
    answered = await question();
  } finally {
    entry.leave(answered ? passageOf(answered.reply, services.ask) : 'unused');
  }
  const { reply, judge, operation } = answered;
  const tookMs = performance.now() - began;
  deps.tally.asked(operation, reply.is, tookMs);
  await noteAsked(deps.db, claim, { ...told(reply), tookMs: Math.round(tookMs) });
  const next = judge(asked);
  if (reply.is === 'cdr' || reply.is === 'nonsense') await keepEvidence(deps, claim, reply, next);
  return next.do === 'send' && claimed !== undefined ? judgeClaim(claimed) : next;
}

/** A CDR that rests in the store already: whoever put it there could not say so any more. */
async function keptCdr(deps: Deps, claim: Claim, asked: Asked): Promise<Next | undefined> {
  const { intentAt } = claim;
  if (!intentAt) return undefined;
  // whoever sent it put its CDR there within its lease, or was too late to
  const within = { from: intentAt, to: new Date(intentAt.getTime() + LEASE_MS) };
  const zip = await deps.files.find(nameIn(claim, cdrName(claim)), within);
  const next = zip && settledBy({ ...asked, zip }, () => ({ do: 'send' }));
  return next?.do === 'settle' ? next : undefined;
}

interface Answered {
  reply: StatusReply | ConsultReply;
  operation: Operation;
  judge(asked: Asked): Next;
}

type Question = () => Promise<Answered>;

/** Facturas: getStatusCdr, which has the CDR. Boletas, and facturas where there is nothing else: Consulta Integrada. */
function questionOf({ document, business }: Claim, { sol, consult: id }: OpenAccess, { client }: Services): Question | undefined {
  const { kind, series, number, issueDate, total } = document;
  const named = { ruc: business.issuer.ruc, type: DOCUMENT_TYPE[kind], series, number };
  const { statusCdr, consult } = client;
  if (kind === 'factura' && statusCdr)
    return async () => {
      const reply = await statusCdr(named, sol);
      return { reply, operation: 'getStatusCdr', judge: (asked) => judgeStatus(reply, asked) };
    };
  if (consult && id)
    return async () => {
      const reply = await consult({ ...named, issueDate, total }, id);
      return { reply, operation: 'validarcomprobante', judge: (asked) => judgeValidity(reply, asked) };
    };
  return undefined;
}

function told(reply: StatusReply | ConsultReply): { code?: string; detail: string } {
  switch (reply.is) {
    case 'cdr':
      return { detail: 'constancia recuperada' };
    case 'status':
    case 'fault':
      return { code: reply.code, detail: reply.text };
    case 'validity':
      return { detail: reply.text };
    default:
      return { detail: reply.why };
  }
}
