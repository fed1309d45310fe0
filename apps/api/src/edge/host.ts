/**
 * Asks for the Host that HTTP/1.1 obliges to. Node would ask by itself, and answer without a body.
 */
import { Refusal } from '@rafaga/contract';
import type { Handler } from '../handler.js';

/** 400 */
export const host: Handler = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new Refusal('malformed_http');
  next();
};
