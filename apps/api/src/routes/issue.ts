/** POST /v1/{kind}: stores the document, answers 201 and leaves the emission to the worker. */
import {
  documentLink,
  Invalid,
  type IssueRequest,
  issueSteps,
  messageFor,
  ReferenceUsed,
  Refusal,
  recordPath,
} from '@rafaga/contract';
import { type Db, type Issued, lastNumbers, Unconfirmed } from '@rafaga/db';
import { type Advance, type Kind, limaToday } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import type { Caller } from '../edge/callers.js';
import { inTime, isEarly } from '../edge/deadline.js';
import type { Slices } from '../edge/slices.js';
import type { Handler, Request, Response } from '../handler.js';
import { draft } from './draft.js';

/**
 * A body that is wrong in itself is a 422. A known reference is then answered with 201 or 409. Only
 * a new one is checked by the rules of today, with 422 and 409.
 */
export const issue =
  ({ db, issuance, enqueuer, slices, clock }: Deps, kind: Kind): Handler =>
  async (req, res) => {
    const { caller, requestId, callsThisMinute } = res.locals;
    const request = await checked(kind, req, res, slices);
    const now = clock();
    const { advances } = request.sale;
    const known = advances.length > 0 ? await numbersOf(advances, db, res) : {};
    const document = draft(request, {
      caller,
      now,
      today: limaToday(now),
      requestId,
      ...known,
    });
    if (document instanceof Refusal) {
      // a query of its own for the reference, only when a rule refuses
      const stored = await inTime(
        res,
        issuance.lookUp(caller.business.id, request.key, request.hash),
      );
      if (!stored) throw document;
      return answer(res, kind, stored, caller);
    }
    // issuing has a timeout of its own: only a call that has lost time before needs another
    const issuing = issuance.issue(document);
    const issued = isEarly(res)
      ? await issuing
      : await inTime(res, issuing, () => new Unconfirmed('the answer is late'));
    if (issued.is === 'issued')
      enqueuer.enqueue({ documentId: issued.id, dispatches: 1, priority: callsThisMinute });
    answer(res, kind, issued, caller);
  };

/** A small valid body is checked at once, any other in slices with those of other businesses. */
function checked(
  kind: Kind,
  req: Request,
  res: Response,
  slices: Slices,
): IssueRequest | Promise<IssueRequest> {
  const { caller, body, isLarge } = res.locals;
  const key = req.headers['idempotency-key'] as string | undefined;
  const steps = issueSteps(kind, key, body, caller.business);
  if (isLarge) return slices.finish(caller.business.id, steps);
  const first = steps.next();
  return first.done ? first.value : slices.finish(caller.business.id, steps);
}

/** Only for an announcement: without the database, issuing says what the caller has to know. */
async function numbersOf(
  advances: readonly Advance[],
  db: Db,
  res: Response,
): Promise<{ lastNumbers?: ReadonlyMap<string, number> }> {
  const codes = advances.map(({ document }) => document.slice(0, 4));
  const found = inTime(res, lastNumbers(db, res.locals.caller.business.id, codes));
  return found.then(
    (numbers) => ({ lastNumbers: numbers }),
    () => ({}),
  );
}

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
