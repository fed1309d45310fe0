/** The public API: every step of every route, in running order, which is the order of refusals. */
import { PATHS } from '@rafaga/contract';
import { noticeProxies, trustedProxies } from '@rafaga/runtime';
import { measureRequests } from '@rafaga/runtime/metrics';
import express, { type Express } from 'express';
import { answerError } from './answer.js';
import type { Deps } from './deps.js';
import { onlyJson, readBody } from './edge/body.js';
import { credentials, stillActive } from './edge/credentials.js';
import { host } from './edge/host.js';
import { limit } from './edge/limit.js';
import { logRequests } from './edge/logRequests.js';
import { mayIssue } from './edge/mayIssue.js';
import { requestId } from './edge/requestId.js';
import { traceCalls } from './edge/traceCalls.js';
import { createTurns } from './edge/turns.js';
import { only, unknownRoute } from './edge/unknown.js';
import { dropUnread } from './edge/unreadBody.js';
import { always, steps } from './handler.js';
import { catalogues, docs, openapiJson, start } from './routes/docs.js';
import { file, pdf } from './routes/files.js';
import { health } from './routes/health.js';
import { issue } from './routes/issue.js';
import { record } from './routes/record.js';

/** Each has at most 64 kB and takes a tenth of a millisecond. */
const CHUNKS_IN_A_TURN = 2;
/**
 * Milliseconds between two turns, so that large bodies are read at 16 MB a second at most, which is
 * still more than can be checked and written. Each chunk is memory outside of the V8 heap: at 200
 * MB a second its garbage collection would stop the process every 0.2 s.
 */
const BODY_TURN_MS = 8;

export function createApp(deps: Deps): Express {
  const app = express();
  for (const setting of ['x-powered-by', 'etag']) app.disable(setting);
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);
  app.set('trust proxy', trustedProxies(deps.proxies));

  const reading = only('GET', 'HEAD');

  app.use(
    always(
      measureRequests(deps.metrics),
      requestId,
      // drops the unread rest of bodies that were already answered
      dropUnread(createTurns(CHUNKS_IN_A_TURN, BODY_TURN_MS)),
      ...(deps.log.isDebugEnabled() ? [logRequests(deps.log)] : []),
      host,
      noticeProxies(deps.proxies, deps.conditions),
    ),
  );
  addDocumentRoutes(app, deps);
  app.route('/').get(start).all(reading);
  app.route('/v1/openapi.json').get(openapiJson(deps.clock)).all(reading);
  app.route('/docs').get(docs(deps.clock)).all(reading);
  app.route('/docs/catalogos').get(catalogues).all(reading);
  app.route(['/healthz', '/readyz']).get(health(deps.health)).all(reading);
  app.use(unknownRoute);
  app.use(answerError(deps.log, deps.refusedRequests));
  return app;
}

/** Adds the routes of one kind of document: credentials and rate limit first, the body last. */
function addDocumentRoutes(app: Express, deps: Deps): void {
  const caller = [
    credentials(deps),
    limit(deps),
    ...(deps.tracing ? [traceCalls(deps.tracing)] : []),
  ];
  const body = readBody(createTurns(CHUNKS_IN_A_TURN, BODY_TURN_MS));
  const json = [onlyJson, body, stillActive(deps)];
  const reading = only('GET', 'HEAD');
  for (const kind of ['boleta', 'factura'] as const) {
    const path = `/v1/${PATHS[kind]}`;
    app
      .route(path)
      .post(steps(...caller, mayIssue(kind), ...json, mayIssue(kind), issue(deps, kind)))
      .all(only('POST'));
    app
      .route(`${path}/:id`)
      .get(steps(...caller, record(deps, kind)))
      .all(reading);
    app
      .route(`${path}/:id/pdf`)
      .get(steps(...caller, pdf(deps, kind)))
      .all(reading);
    app
      .route(`${path}/:id/xml`)
      .get(steps(...caller, file(deps, kind, 'xml')))
      .all(reading);
    app
      .route(`${path}/:id/cdr`)
      .get(steps(...caller, file(deps, kind, 'cdr')))
      .all(reading);
  }
}
