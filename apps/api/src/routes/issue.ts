/** POST /v1/{kind}: stores the document, answers 201 and leaves the emission to the worker. */
import { Invalid, messageFor, parseIssue, Refusal } from '@rafaga/contract';
import { type Issued, Unconfirmed } from '@rafaga/db';
import { type Kind, limaToday } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import type { Caller } from '../edge/callers.js';
import { inTime, isEarly } from '../edge/deadline.js';
import type { Handler, Response } from '../handler.js';
import { draft } from './draft.js';

/**
 * 422; then 201 or 409 by the reference; then 422 and 409 by today's rules, which do not apply to
 * a replay.
 */
export const issue =
  ({ issuance, enqueuer, clock }: Deps, kind: Kind): Handler =>
  async (req, res) => {
    const { caller, body, requestId, spent } = res.locals;
    const request = parseIssue(
      kind,
      req.headers['idempotency-key'] as string | undefined,
      body,
      caller.business,
    );
    const now = clock();
    const document = draft(request, { caller, now, today: limaToday(now), requestId });
    if (document instanceof Refusal) {
      // the reference is looked up on its own only when a rule refuses: other calls need no query
      const known = await inTime(
        res,
        issuance.lookUp(caller.business.id, request.key, request.hash),
      );
      if (!known) throw document;
      return answer(res, known, caller);
    }
    // issuing ends within its own 4.5 seconds: only a call that has lost time before needs a
    // timeout
    const issuing = issuance.issue(document);
    const issued = isEarly(res)
      ? await issuing
      : await inTime(res, issuing, () => new Unconfirmed('the answer is late'));
    if (issued.is === 'issued')
      enqueuer.enqueue({ documentId: issued.id, dispatches: 1, priority: spent });
    answer(res, issued, caller);
  };

function answer(res: Response, issued: Issued, { business }: Caller): void {
  switch (issued.is) {
    case 'replay':
      res.setHeader('Idempotency-Replayed', 'true');
      sendJson(res, 201, issued.answer);
      return;
    case 'issued':
      sendJson(res, 201, issued.answer);
      return;
    case 'different':
      throw new Refusal('reference_different');
    case 'review':
      throw new Refusal('reference_in_review');
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
