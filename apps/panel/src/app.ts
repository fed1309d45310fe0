/** The Express app of the panel: headers, health, assets, then every route behind its guard. */
import { answerHealth, noticeProxies, trustedProxies } from '@rafaga/runtime';
import { measureRequests } from '@rafaga/runtime/metrics';
import express, { type Express } from 'express';
import { assets } from './assets.js';
import type { Deps } from './deps.js';
import { addRoutes } from './edge/addRoutes.js';
import { isSecure } from './edge/cookie.js';
import { headers } from './edge/headers.js';
import { undecodablePage, unknownPage } from './edge/render.js';
import { ROUTES } from './routes.js';

export function createApp(deps: Deps): Express {
  const app = express();
  for (const setting of ['x-powered-by', 'etag']) app.disable(setting);
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);
  app.set('trust proxy', trustedProxies(deps.proxies));

  const measure = measureRequests(deps.metrics);
  const notice = noticeProxies(deps.proxies, deps.conditions);
  app.use((req, res, next) => {
    measure(req, res);
    notice(req);
    next();
  });
  app.use(headers(isSecure(deps)));
  app.get(['/healthz', '/readyz'], async (req, res) => {
    const answer = await answerHealth(deps.health, req.path);
    res.status(answer?.status ?? 404).json(answer?.body);
  });
  app.use('/estatico', assets());

  addRoutes(app, deps, ROUTES);
  app.use(unknownPage(deps));
  app.use(undecodablePage(deps));
  return app;
}
