/** Requires the Host header of HTTP/1.1, because Node's own check would answer without a body. */
import { Refusal } from '@rafaga/contract';
import { countHosts } from '@rafaga/runtime/network';
import type { Step } from '../handler.js';

/** Refuses with 400, also more than one (RFC 9112, 3.2). */
export const host: Step = (req) => {
  const hosts = countHosts(req);
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) throw new Refusal('malformed_http');
};
