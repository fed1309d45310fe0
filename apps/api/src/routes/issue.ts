/** POST /v1/{kind}: stores the document, answers 201 and leaves the emission to the worker. */
import { documentLink, Invalid, messageFor, ReferenceUsed, Refusal } from '@rafaga/contract';
import { type Issued, Unconfirmed } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import type { Deps } from '../deps.js';
import type { Caller } from '../edge/callers.js';
import { inTime, isEarly } from '../edge/deadline.js';
import { storedTrace } from '../edge/traceCalls.js';
import type { Request, Response, Step } from '../handler.js';
import { archivedAnswer } from './archivedAnswer.js';
import { checked } from './checked.js';
import { created } from './created.js';

/**
 * A body that is invalid in itself gets 422. A known reference then gets 201 or 409. Only a new
 * reference is checked by today's rules, with 422 and 409.
 */
export const issue =
  (deps: Deps, kind: Kind): Step =>
  async (req, res) => {
    const { issuance, recentDocuments } = deps;
    const { caller } = res.locals;
    const takesTurns =
      recentDocuments.issuesMany(caller.business.id) && recentDocuments.fewAreActive();
    if (takesTurns) await inTime(res, turn(deps, caller), () => new Refusal('overloaded'));
    const sale = await checked(deps, kind, req, res);
    if ('refusal' in sale) {
      // the reference is looked up separately only when a rule refuses the sale
      const { reference, hash } = sale.known;
      const stored = await inTime(res, issuance.lookUp(caller.business.id, reference, hash));
      if (!stored) throw sale.refusal;
      return answer(deps, kind, stored, req, res);
    }
    // issuing has a time-out of its own: only a call that has already lost time needs another
    const traceparent = storedTrace(req, res);
    const issuing = issuance.issue(
      traceparent === undefined ? sale.document : { ...sale.document, traceparent },
    );
    const issued = isEarly(res)
      ? await issuing
      : await inTime(res, issuing, () => new Unconfirmed('the answer is late'));
    if (issued.is === 'issued') {
      res.locals.span?.set({ 'rafaga.document.id': issued.id });
      enqueue(deps, caller, issued.id);
    }
    // the document is stored: it is answered in its turn, or when the time of the call ends
    if (takesTurns) await inTime(res, turn(deps, caller)).catch(() => undefined);
    return answer(deps, kind, issued, req, res);
  };

function enqueue(
  { enqueuer, recentDocuments }: Deps,
  { business }: Caller,
  documentId: number,
): void {
  const recent = recentDocuments.add(business.id);
  enqueuer.enqueue({
    documentId,
    businessId: business.id,
    dispatches: 1,
    priority: Math.ceil(recent),
    lane: recentDocuments.issuesMany(business.id) ? 'bulk' : 'emit',
  });
}

/**
 * Takes turns with other businesses: while businesses that issue few are active, the sales of one
 * that issues many are checked and answered a few in each turn of the event loop, so that they do
 * not delay other calls. Otherwise there are no turns, because they would make batches smaller.
 */
const turn = ({ saleTurns }: Deps, { business }: Caller): Promise<void> =>
  new Promise((resolve) => saleTurns.next(business.id, resolve));

function answer(
  deps: Deps,
  kind: Kind,
  issued: Issued,
  req: Request,
  res: Response,
): void | Promise<void> {
  switch (issued.is) {
    case 'replay':
    case 'issued':
      return created(deps, kind, issued, req, res);
    case 'different':
      throw new ReferenceUsed('reference_different', documentLink(issued.answer));
    case 'review':
      throw new ReferenceUsed('reference_in_review', documentLink(issued.answer));
    case 'archived':
      return archivedAnswer(deps, kind, issued, res);
    case 'in_process':
      throw new Refusal('reference_in_process');
    case 'number_taken':
      throw new Invalid({ correlativo: [messageFor('number_taken')] });
    case 'number_far':
      throw new Invalid({
        correlativo: [
          messageFor('number_far', 'El correlativo', {
            limite: res.locals.caller.business.maxNumberJump,
          }),
        ],
      });
    case 'series_closed':
    case 'series_exhausted':
      throw new Invalid({ serie: [messageFor(issued.is)] });
  }
}
