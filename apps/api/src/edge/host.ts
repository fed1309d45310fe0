/** Requires the Host header of HTTP/1.1, because Node's own check would answer without a body. */
import { Refusal } from '@rafaga/contract';
import type { Step } from '../handler.js';

/** Refuses with 400. */
export const host: Step = (req) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new Refusal('malformed_http');
};
