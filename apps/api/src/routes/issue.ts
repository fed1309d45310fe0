/** POST /v1/{kind}: stores the document, answers 201 and leaves the emission to the worker. */
import {
  documentLink,
  Invalid,
  messageFor,
  ReferenceUsed,
  Refusal,
  recordPath,
} from '@rafaga/contract';
import { type Issued, Unconfirmed } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import type { Caller } from '../edge/callers.js';
import { inTime, isEarly } from '../edge/deadline.js';
import type { Handler, Response } from '../handler.js';
import { checked } from './checked.js';

/**
 * A body that is wrong in itself is a 422. A known reference is then answered with 201 or 409. Only
 * a new one is checked by the rules of today, with 422 and 409.
 */
export const issue =
  (deps: Deps, kind: Kind): Handler =>
  async (req, res) => {
    const { issuance, enqueuer } = deps;
    const { caller, callsThisMinute } = res.locals;
    const sale = await checked(deps, kind, req, res);
    if ('refusal' in sale) {
      // a query of its own for the reference, only when a rule refuses
      const { reference, hash } = sale.known;
      const stored = await inTime(res, issuance.lookUp(caller.business.id, reference, hash));
      if (!stored) throw sale.refusal;
      return answer(res, kind, stored, caller);
    }
    // issuing has a timeout of its own: only a call that has lost time before needs another
    const issuing = issuance.issue(sale.document);
    const issued = isEarly(res)
      ? await issuing
      : await inTime(res, issuing, () => new Unconfirmed('the answer is late'));
    if (issued.is === 'issued')
      enqueuer.enqueue({ documentId: issued.id, dispatches: 1, priority: callsThisMinute });
    answer(res, kind, issued, caller);
  };

function answer(res: Response, kind: Kind, issued: Issued, { business }: Caller): void {
  switch (issued.is) {
    case 'replay':
      res.setHeader('Idempotency-Replayed', 'true');
      created(res, kind, issued);
      return;
    case 'issued':
      created(res, kind, issued);
      return;
    case 'different':
      throw new ReferenceUsed('reference_different', documentLink(issued.answer));
    case 'review':
      throw new ReferenceUsed('reference_in_review', documentLink(issued.answer));
    case 'in_process':
      throw new Refusal('reference_in_process');
    case 'number_taken':
      throw new Invalid({ correlativo: [messageFor('number_taken')] });
    case 'number_far':
      throw new Invalid({
        correlativo: [
          messageFor('number_far', 'El correlativo', { limite: business.maxNumberJump }),
        ],
      });
    case 'series_closed':
    case 'series_exhausted':
      throw new Invalid({ serie: [messageFor(issued.is)] });
  }
}

function created(res: Response, kind: Kind, document: { id: number; answer: string }): void {
  res.setHeader('Location', recordPath(kind, document.id));
  sendJson(res, 201, document.answer);
}
