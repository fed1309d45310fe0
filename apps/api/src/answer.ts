/** Sends JSON answers; every error becomes one of the API's refusals here. */
import type { ServerResponse } from 'node:http';
import { helpLink, type Reason, Refusal, refusalBody } from '@rafaga/contract';
import { Overloaded, Restoring, Unavailable, Unconfirmed } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { UnreadableFile } from '@rafaga/storage';
import type { NextFunction } from 'express';
import { WrittenInvalid } from './checking/writtenInvalid.js';
import { CallerDisconnected } from './edge/collectBody.js';
import { logFieldsOf } from './edge/logRequests.js';
import type { RefusedRequestLog } from './edge/refusedRequests.js';
import type { Request, Response } from './handler.js';

/** @param text serialized JSON */
export function sendJson(res: ServerResponse, status: number, text: string | Uint8Array): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

/** Maps any error to a refusal: errors of the database and the file store have their own. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const cause = { cause: error };
  // a path that is not UTF-8: the router could not decode it
  if (error instanceof URIError) return new Refusal('route_unknown', cause);
  if (error instanceof Overloaded) return new Refusal('overloaded', cause);
  if (error instanceof Unavailable) return new Refusal('unavailable', cause);
  if (error instanceof Restoring) return new Refusal('restoring', cause);
  if (error instanceof Unconfirmed) return new Refusal('unconfirmed', cause);
  // the file store has logged its alarm, once for each file
  if (error instanceof UnreadableFile) return new Refusal('file_damaged', cause);
  return new Refusal('internal', cause);
}

/** Retry-After in seconds, by reason; a route may set its own. */
const RETRY_AFTER_S: Partial<Record<Reason, string>> = {
  // only persons end a restoration: a caller need not retry every two seconds
  restoring: '30',
  reference_in_process: '1',
};

/** The last handler in the chain: answers the error that an earlier one threw, and logs it. */
export const answerError =
  (log: Logger, refused: RefusedRequestLog) =>
  (error: unknown, req: Request, res: Response, _next: NextFunction): void => {
    if (error instanceof CallerDisconnected || res.headersSent) {
      res.destroy();
      return;
    }
    const { requestId } = res.locals;
    let refusal = refusalOf(error);
    let retryAfter = RETRY_AFTER_S[refusal.reason];
    // the beginning of a restoration is logged, not each call that it refuses
    if (refusal.status === 503 && refusal.reason !== 'restoring') {
      log.error('la solicitud no se pudo atender', {
        ...logFieldsOf(res),
        reason: refusal.reason,
        error,
      });
      if (req.method !== 'POST') refusal = new Refusal('query_unavailable', { cause: error });
      retryAfter = '2';
    }
    if (retryAfter && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', retryAfter);
    res.setHeader('Link', helpLink(refusal));
    sendJson(
      res,
      refusal.status,
      refusal instanceof WrittenInvalid
        ? refusal.body
        : JSON.stringify(refusalBody(refusal, requestId)),
    );
    refused.add(req, res, refusal);
  };
