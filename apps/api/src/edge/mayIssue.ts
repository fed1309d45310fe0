/** Refuses a POST of a kind of document that the business may not issue. */
import { Refusal } from '@rafaga/contract';
import type { Kind } from '@rafaga/fiscal';
import type { Step } from '../handler.js';

/** Refuses with 403: before the body is read and again after it, which may take half a minute. */
export const mayIssue =
  (kind: Kind): Step =>
  (_req, res) => {
    const { business } = res.locals.caller;
    if (business.test) throw new Refusal('test_account');
    if (!(kind === 'boleta' ? business.boletas : business.facturas))
      throw new Refusal('kind_disabled');
  };
