/**
 * Starts a span for each call within its credential's limit, below the caller's span if the call
 * names one (W3C traceparent). The span has no address, header or body of the call, which may hold
 * secrets.
 */
import { whenClosed } from '@rafaga/runtime';
import { type RoutedRequest, routeOf } from '@rafaga/runtime/metrics';
import type { Span, Tracing } from '@rafaga/tracing';
import type { Request, Response, Step } from '../handler.js';

/**
 * Placed after credentials and limit, so that only accepted callers decide by their header what is
 * recorded. The span still begins with the request.
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
    // an unsampled span only has ids: its end need not be recorded
    if (span.sampled) whenClosed(res, () => end(span, req, res));
  };

function parentOf({ headers: { traceparent } }: Request): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function end(span: Span, req: Request, res: Response): void {
  const route = routeOf(req as RoutedRequest);
  span.rename(`${req.method} ${route}`);
  span.set({ 'http.route': route });
  // a response that was cut off has a status that no caller received
  if (!res.writableFinished) span.fail('aborted');
  else {
    span.set({ 'http.response.status_code': res.statusCode });
    if (res.statusCode >= 500) span.fail(String(res.statusCode));
  }
  span.end();
}

/**
 * The traceparent to store with a document: only of a trace that is sampled or that the caller
 * knows. For any other, no later span would be recorded either.
 */
export function storedTrace(req: Request, { locals: { span } }: Response): string | undefined {
  if (!span) return undefined;
  // an invalid header was ignored, and the span began a trace of its own
  const known = span.sampled || parentOf(req)?.split('-')[1] === span.traceId;
  return known ? span.traceparent : undefined;
}
