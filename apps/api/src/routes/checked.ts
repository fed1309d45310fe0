/** Checks the body of a request: makes the document to issue, or its refusal. */
import { issueSteps, Refusal } from '@rafaga/contract';
import type { NewDocument } from '@rafaga/db';
import { type Kind, limaToday } from '@rafaga/fiscal';
import { whenClosed } from '@rafaga/runtime';
import { refusalOf } from '../checking/checkBody.js';
import type { Deps } from '../deps.js';
import { CallerDisconnected } from '../edge/collectBody.js';
import { inTime } from '../edge/deadline.js';
import { LARGE, parseBody } from '../edge/parseBody.js';
import type { Request, Response } from '../handler.js';
import { type Circumstances, draft } from './draft.js';
import { factsOf, type SaleFacts } from './neededFacts.js';
import { saleFacts } from './saleFacts.js';

/**
 * The document to issue, or the refusal by one of today's rules, with the reference of the request.
 */
export type Checked =
  | { document: NewDocument }
  | { refusal: Refusal; known: Pick<NewDocument, 'reference' | 'hash'> };

/** Throws a 422 for a body that is invalid in itself. */
export const checked = (deps: Deps, kind: Kind, req: Request, res: Response): Promise<Checked> =>
  (res.locals.body.length > LARGE ? checkLarge : checkSmall)(deps, kind, req, res);

/** Checks a short valid body at once, any other in slices, in turns with other businesses. */
async function checkSmall(deps: Deps, kind: Kind, req: Request, res: Response): Promise<Checked> {
  const { caller, body } = res.locals;
  const key = keyOf(req);
  deps.checking.noteSmall(caller.business.id);
  const steps = issueSteps(kind, key, parseBody(body, key), caller.business);
  const first = steps.next();
  const request = first.done ? first.value : await deps.slices.finish(caller.business.id, steps);
  const needed = factsOf(request.sale);
  const facts = needed === undefined ? {} : await saleFacts(needed, deps.db, res);
  const document = draft(request, { ...circumstancesOf(deps, res), ...facts });
  return document instanceof Refusal
    ? { refusal: document, known: { reference: request.key, hash: request.hash } }
    : { document };
}

/** Parses and checks a large body in a thread. */
async function checkLarge(deps: Deps, kind: Kind, req: Request, res: Response): Promise<Checked> {
  const { caller, body } = res.locals;
  const circumstances = circumstancesOf(deps, res);
  // after a disconnect, the body neither waits for a thread nor stays in memory
  const closed = new AbortController();
  whenClosed(res, () => closed.abort(new CallerDisconnected()));
  const check = (bytes: Uint8Array, facts?: SaleFacts) =>
    inTime(
      res,
      deps.checking.check(
        caller.business.id,
        {
          kind,
          key: keyOf(req),
          bytes,
          factsRead: facts !== undefined,
          circumstances: { ...circumstances, ...facts },
        },
        closed.signal,
      ),
      () => new Refusal('overloaded'),
    );
  let reply = await check(body);
  if ('needed' in reply)
    reply = await check(reply.bytes, await saleFacts(reply.needed, deps.db, res));
  if ('document' in reply) return reply;
  if (!('refusal' in reply)) throw new Error('the facts were read already');
  const refusal = refusalOf(reply.refusal);
  if (!reply.known) throw refusal;
  return { refusal, known: reply.known };
}

const keyOf = (req: Request): string | undefined =>
  req.headers['idempotency-key'] as string | undefined;

/** Leaves out the hash of the caller's secret, which no check needs. */
function circumstancesOf({ clock }: Deps, { locals }: Response): Circumstances {
  const { business, series, certificate, hasAccess } = locals.caller;
  const now = clock();
  return {
    caller: { business, series, hasAccess, ...(certificate && { certificate }) },
    now,
    today: limaToday(now),
    requestId: locals.requestId,
  };
}
