/**
 * A span for each call within its credential's limit, below the caller's where the call names one
 * (W3C traceparent). It has no address, header or body of the call, which may hold what is secret.
 */
import { whenClosed } from '@rafaga/runtime';
import { type RoutedRequest, routeOf } from '@rafaga/runtime/metrics';
import type { Span, Tracing } from '@rafaga/tracing';
import type { Request, Response, Step } from '../handler.js';

/**
 * Stands after credentials and limit, so that only those whose calls are answered decide by their
 * header what is recorded. The span covers both: it begins with the request.
 */
export const traceCalls =
  (tracing: Tracing): Step =>
  (req, res) => {
    const span = tracing.start(req.method, {
      kind: 'server',
      began: res.locals.startedAt,
      parent: parentOf(req),
      attributes: {
        'http.request.method': req.method,
        'rafaga.request.id': res.locals.requestId,
      },
    });
    res.locals.span = span;
    // the others have only ids: nothing of their end is recorded
    if (span.sampled) whenClosed(res, () => end(span, req, res));
  };

function parentOf({ headers: { traceparent } }: Request): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function end(span: Span, req: Request, res: Response): void {
  const route = routeOf(req as RoutedRequest);
  span.rename(`${req.method} ${route}`);
  span.set({ 'http.route': route });
  // the status of a response that was cut off reached no caller
  if (!res.writableFinished) span.fail('aborted');
  else {
    span.set({ 'http.response.status_code': res.statusCode });
    if (res.statusCode >= 500) span.fail(String(res.statusCode));
  }
  span.end();
}

/**
 * What is stored with a document: a trace that is sampled, or that the caller knows. Of the others
 * no span is recorded, here or later.
 */
export function storedTrace(req: Request, { locals: { span } }: Response): string | undefined {
  if (!span) return undefined;
  // a header that is not valid names no trace: the span began one of its own
  const known = span.sampled || parentOf(req)?.split('-')[1] === span.traceId;
  return known ? span.traceparent : undefined;
}
