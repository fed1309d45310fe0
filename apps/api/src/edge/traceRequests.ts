/**
 * A span for each request, below the caller's where the request names one (W3C traceparent). It has
 * no address, header or body of the request, which may hold what is secret.
 */
import { whenClosed } from '@rafaga/runtime';
import { type RoutedRequest, routeOf } from '@rafaga/runtime/metrics';
import type { Span, Tracing } from '@rafaga/tracing';
import type { Request, Response } from '../handler.js';

const HEALTH = new Set(['/healthz', '/readyz']);

export const traceRequests =
  (tracing: Tracing) =>
  (req: Request, res: Response): void => {
    if (HEALTH.has(req.path)) return;
    const parent = req.headers.traceparent;
    const span = tracing.start(req.method, {
      kind: 'server',
      ...(typeof parent === 'string' && { parent }),
      attributes: {
        'http.request.method': req.method,
        'rafaga.request.id': res.locals.requestId,
      },
    });
    res.locals.span = span;
    whenClosed(res, () => end(span, req, res));
  };

function end(span: Span, req: Request, res: Response): void {
  const route = routeOf(req as RoutedRequest);
  span.rename(`${req.method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': res.statusCode });
  if (!res.writableFinished) span.fail('aborted');
  else if (res.statusCode >= 500) span.fail(String(res.statusCode));
  span.end();
}

/**
 * What is stored with a document: a trace that is sampled, or that the caller knows. Of the others
 * no span is recorded, here or later.
 */
export function storedTrace(req: Request, { locals: { span } }: Response): string | undefined {
  if (!span) return undefined;
  const known = span.sampled || req.headers.traceparent !== undefined;
  return known ? span.traceparent : undefined;
}
