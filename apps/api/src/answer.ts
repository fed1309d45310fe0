/** Sends JSON answers, and turns every error into its one answer. */
import type { ServerResponse } from 'node:http';
import { helpLink, type Reason, Refusal, refusalBody } from '@rafaga/contract';
import { Overloaded, Restoring, Unavailable, Unconfirmed } from '@rafaga/db';
import type { Logger } from '@rafaga/runtime';
import { FileDamaged } from '@rafaga/storage';
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

/** The refusal that a caller gets for an error of the database or of the file store. */
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
  if (error instanceof FileDamaged) return new Refusal('file_damaged', cause);
  return new Refusal('internal', cause);
}

/** The seconds after which a repeat may succeed; a route may set its own. */
const RETRY_AFTER_S: Partial<Record<Reason, string>> = {
  // persons end a restoration, so a caller need not retry every two seconds
  restoring: '30',
  reference_in_process: '1',
};

/** The last handler: answers what an earlier one threw, and logs it. */
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
    // the beginning of a restoration is logged, not every call that it refuses
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
