/** Builds the panel from its configuration, serves it, and stops it after its last response. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createContinuity, createDb, createHeartbeat, ping, restorationAlarm } from '@rafaga/db';
import { createRedisProbe, createSettingsChanges } from '@rafaga/queue';
import {
  answersInTime,
  createConditions,
  describeCondition,
  type Health,
  type Logger,
  startProbes,
  startProcessLoad,
  throttleErrors,
} from '@rafaga/runtime';
import { createVault } from '@rafaga/secrets';
import { openStore, readMarks, type StoreConfig } from '@rafaga/storage';
import { alertProblems } from './alerts/alertProblems.js';
import { type AlertOptions, createChannels } from './alerts/channels.js';
import { type AlertsOptions, startAlerts } from './alerts/startAlerts.js';
import { createApp } from './app.js';
import type { Deps } from './deps.js';
import { startOperationRunner } from './operations/runner.js';
import { createLoginThrottle } from './signIn/loginThrottle.js';

export interface PanelConfig extends StoreConfig {
  databaseUrl: string;
  redisUrl: string;
  masterKey: Buffer;
  /** Older master keys: they decrypt until everything is encrypted under the new one. */
  previousKeys?: readonly Buffer[];
  pepper: Buffer;
  host: string;
  /** 0: any free port. */
  port: number;
  /** The panel's address for browsers; '': the one of this machine. */
  url: string;
  /** The API's address for its callers, without its version. */
  apiUrl: string;
  /** 'optional' is for development: production needs a second factor for every role that acts. */
  secondFactor: Deps['secondFactor'];
  simulatorUrl: string;
  /** Trusted proxies in front. */
  proxies: number;
  production: boolean;
  /** Where red and amber are announced; absent: nowhere. */
  alerts?: AlertOptions & Pick<AlertsOptions, 'everyMs' | 'digestMs' | 'retryMs'>;
  clock?: () => Date;
}

export interface Panel {
  port: number;
  stop(): Promise<void>;
}

/**
 * Longer than browsers and proxies keep an idle connection: the panel must not close one that the
 * other side is about to use.
 */
const KEEP_ALIVE_MS = 65_000;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export async function startPanel(config: PanelConfig, log: Logger): Promise<Panel> {
  const url = new URL(config.url || `http://127.0.0.1:${config.port}`);
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname))
    throw new Error('PANEL_URL debe ser https://, salvo en esta máquina.');
  if (config.production && config.secondFactor === 'optional')
    throw new Error(
      'PANEL_SECOND_FACTOR=optional es solo para desarrollo: no vale con NODE_ENV=production.',
    );
  const db = createDb(config.databaseUrl, { name: 'rafaga-panel' });
  const settingsChanges = createSettingsChanges(
    config.redisUrl,
    throttleErrors((error, times) => log.warn('Redis no responde o no acepta', { error, times })),
  );
  const conditions = createConditions(log);
  const name = `${hostname()}-${process.pid}`;
  const heartbeat = createHeartbeat(db, {
    kind: 'panel',
    name,
    conditions: conditions.list,
    load: startProcessLoad(),
  });
  const redisProbe = createRedisProbe(config.redisUrl);
  const probes = startProbes(conditions, { redis: redisProbe, postgres: heartbeat });
  const state = { stopping: false };
  const files = openStore(config);
  const continuity = createContinuity({
    process: `panel ${name}`,
    readMarks: () => readMarks(files.mutable),
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onEnded: () => log.info('terminó la restauración'),
    onError: throttleErrors((error) => log.warn('no se pudo comparar con lo emitido', { error })),
  });
  continuity.watch(db);
  const health: Health = {
    alive: () => undefined,
    ready: async () => [
      ...(state.stopping ? ['stopping'] : []),
      ...((await answersInTime(ping(db))) ? [] : ['postgres']),
    ],
    degraded: () => [
      ...(continuity.restoring() ? ['restauracion'] : []),
      ...conditions.list().map(describeCondition),
    ],
  };
  const channels = createChannels(config.alerts ?? {});
  const deps: Deps = {
    db,
    settingsChanges,
    health,
    conditions,
    log,
    url,
    files,
    restoring: continuity.restoring,
    vault: createVault(config.masterKey, config.previousKeys),
    pepper: config.pepper,
    redisUrl: config.redisUrl,
    loginThrottle: createLoginThrottle(),
    apiUrl: config.apiUrl,
    secondFactor: config.secondFactor,
    simulatorUrl: config.simulatorUrl,
    proxies: config.proxies,
    production: config.production,
    alertChannels: channels.names,
    now: config.clock ?? (() => new Date()),
  };
  const app = createApp(deps);
  const stopAlerts = startAlerts({
    ...config.alerts,
    deps,
    channels,
    name,
    conditions,
    log,
    problems: () => alertProblems(deps),
  });
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2_000,
    },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  if (!config.url) url.port = String(port);
  const operations = startOperationRunner(db, `${hostname()}-${process.pid}`, log);
  return {
    port,
    async stop() {
      state.stopping = true;
      await operations.stop();
      continuity.stop();
      await stopAlerts();
      const late = setTimeout(() => server.closeAllConnections(), 10_000);
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      clearTimeout(late);
      probes.stop();
      redisProbe.close();
      await heartbeat.close();
      settingsChanges.close();
      await db.close();
    },
  };
}
