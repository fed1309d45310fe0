/** The panel: every page and every action, with what one must be allowed to do for it. */
import type { Db } from '@rafaga/db';
import type { SettingsChanges } from '@rafaga/queue';
import { answerHealth, type Conditions, type Health, type Logger } from '@rafaga/runtime';
import type { Vault } from '@rafaga/secrets';
import type { FileStore } from '@rafaga/storage';
import express, { type Express } from 'express';
import { assets } from './edge/assets.js';
import { addRoutes } from './edge/doors.js';
import { headers } from './edge/headers.js';
import { unknownPage } from './edge/render.js';
import type { Patience } from './people/patience.js';
import { ROUTES } from './routes.js';

export interface Deps {
  db: Db;
  files: FileStore;
  vault: Vault;
  pepper: Buffer;
  settingsChanges: SettingsChanges;
  redisUrl: string;
  patience: Patience;
  health: Health;
  /** What this process finds wrong. */
  conditions: Conditions;
  log: Logger;
  /** A restoration is open. */
  restoring(): boolean;
  /** The panel's own address, as browsers see it. */
  url: URL;
  secondFactor: 'required' | 'optional';
  simulatorUrl: string;
  proxies: number;
  production: boolean;
  clock(): Date;
}

export function createApp(deps: Deps): Express {
  const app = express();
  for (const setting of ['x-powered-by', 'etag']) app.disable(setting);
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);
  app.set('trust proxy', deps.proxies);

  app.use(headers(deps.url.protocol === 'https:'));
  app.get(['/healthz', '/readyz'], async (req, res) => {
    const answer = await answerHealth(deps.health, req.path);
    res.status(answer?.status ?? 404).json(answer?.body);
  });
  app.use('/estatico', assets());

  addRoutes(app, deps, ROUTES);
  app.use(unknownPage(deps));
  return app;
}
