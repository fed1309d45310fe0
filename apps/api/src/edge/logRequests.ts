/**
 * Logs one line for each request at level debug, and names the fields that every line about it has.
 */
import type { Logger } from '@rafaga/runtime';
import type { Response, Step } from '../handler.js';

export interface LogFields {
  requestId: string;
  traceId?: string;
}

export const logFieldsOf = ({ locals: { requestId, span } }: Response): LogFields => ({
  requestId,
  ...(span && { traceId: span.traceId }),
});

export const logRequests =
  (log: Logger): Step =>
  (req, res) => {
    res.on('finish', () => {
      const tookMs = Math.round(performance.now() - res.locals.startedAt);
      log.debug('solicitud', {
        method: req.method,
        path: req.path,
        status: res.statusCode,
        tookMs,
        ...logFieldsOf(res),
      });
    });
  };
