/** Logs one line for each request at level debug. */
import type { Logger } from '@rafaga/runtime';
import type { Step } from '../handler.js';

export const logRequests =
  (log: Logger): Step =>
  (req, res) => {
    res.on('finish', () => {
      const { requestId, span, startedAt } = res.locals;
      const tookMs = Math.round(performance.now() - startedAt);
      log.debug('solicitud', {
        requestId,
        ...(span && { traceId: span.traceId }),
        method: req.method,
        path: req.path,
        status: res.statusCode,
        tookMs,
      });
    });
  };
