/** Requires the Host header of HTTP/1.1. Node's own check would answer without a body. */
import { Refusal } from '@rafaga/contract';
import type { Handler } from '../handler.js';

/** 400 */
export const host: Handler = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new Refusal('malformed_http');
  next();
};
