/** Builds the panel from its configuration, serves it, and stops it after its last response. */
import { hostname } from 'node:os';
import {
  createDb,
  createReplicas,
  type Db,
  poolState,
  type Replicas,
  warnConnection,
} from '@rafaga/db';
import { openPrisma } from '@rafaga/prisma';
import { createSettingsChanges } from '@rafaga/queue';
import { type Health, type Logger, throttleErrors } from '@rafaga/runtime';
import {
  addConditionGauge,
  addPoolGauges,
  createMetrics,
  createReplicaMetrics,
  type Metrics,
} from '@rafaga/runtime/metrics';
import { addressPolicy } from '@rafaga/runtime/network';
import { createVault } from '@rafaga/secrets';
import { openMeasuredStore } from '@rafaga/storage';
import { alertProblems } from './alerts/alertProblems.js';
import { type Channels, createChannels } from './alerts/channels.js';
import { startAlerts } from './alerts/startAlerts.js';
import { createApp } from './app.js';
import { startOperationRunner } from './bulkOperations/runner.js';
import { createCertificateWork } from './businesses/certificateWork.js';
import type { Deps } from './deps.js';
import { createDrawing } from './drawing/drawing.js';
import { createChangeCounts } from './edge/changeCounts.js';
import { createUploadMemory } from './edge/uploadMemory.js';
import {
  createFailedNetworks,
  createKnownAddresses,
  createPasswordWork,
} from './signIn/passwordWork.js';
import { listen } from './start/listen.js';
import { checkedUrl, type PanelConfig } from './start/panelConfig.js';
import { type Probing, startProbing } from './start/startProbing.js';

export type { PanelConfig } from './start/panelConfig.js';

export interface Panel {
  port: number;
  health: Health;
  /** For Prometheus. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export async function startPanel(config: PanelConfig, log: Logger): Promise<Panel> {
  const url = checkedUrl(config);
  const name = `${hostname()}-${process.pid}`;
  const state = { stopping: false };
  const metrics = createMetrics({ process: true });
  const stores = openStores(config, metrics, log);
  const { db, settingsChanges } = stores;
  const replicas = openReplicas(config, { db, name, metrics });
  const { redisServers } = config;
  void warnConnection(db, (text) => log.warn(text)).catch(() => undefined);
  const stopping = () => state.stopping;
  const { probe: replicaProbe } = replicas;
  const probing = startProbing({ ...stores, replicaProbe, redisServers, name, log, stopping });
  const channels = createChannels(config.alerts ?? {}, addressPolicy(config.allowPrivate));
  addConditionGauge(metrics, probing.conditions.list);
  const deps = createDeps(config, { ...stores, replicas, metrics, probing, channels, url, log });
  const problems = () => alertProblems(deps);
  const { conditions } = probing;
  const watch = { deps, channels, name, conditions, log, problems };
  const stopAlerts = startAlerts({ ...config.alerts, ...watch });
  const server = await listen(createApp(deps), config, metrics);
  if (!config.url) url.port = String(server.port);
  const operations = startOperationRunner(stores, name, log);
  return {
    port: server.port,
    health: deps.health,
    metrics: deps.metrics.text,
    async stop() {
      state.stopping = true;
      await operations.stop();
      probing.stopComparing();
      await Promise.all([stopAlerts(), server.close()]);
      await deps.drawing.close();
      await probing.stop();
      settingsChanges.close();
      await replicas.close();
      await db.close();
    },
  };
}

const openStores = (config: PanelConfig, metrics: Metrics, log: Logger) => ({
  db: createDb(config.databaseUrl, { name: 'rafaga-panel', openPrisma }),
  files: openMeasuredStore(config, metrics),
  settingsChanges: createSettingsChanges(
    config.redisServers,
    throttleErrors((error, times) => log.warn('Redis no responde o no acepta', { error, times })),
  ),
});

interface Opened
  extends Pick<Deps, 'replicas' | 'metrics' | 'db' | 'files' | 'settingsChanges' | 'url' | 'log'> {
  probing: Probing;
  channels: Channels;
}

function createDeps(config: PanelConfig, { probing, channels, ...opened }: Opened): Deps {
  const { secretKeys, clock } = config;
  const { pepper, redisServers, apiUrl, secondFactor, simulatorUrl, proxies, production } = config;
  const { health, conditions, restoring } = probing;
  return {
    ...opened,
    pepper,
    redisServers,
    apiUrl,
    secondFactor,
    simulatorUrl,
    proxies,
    production,
    health,
    conditions,
    restoring,
    vault: createVault(secretKeys),
    passwordWork: createPasswordWork(),
    knownAddresses: createKnownAddresses(),
    failedNetworks: createFailedNetworks(),
    certificateWork: createCertificateWork(),
    drawing: createDrawing(config.drawingThread),
    changeCounts: createChangeCounts(),
    uploadMemory: createUploadMemory(),
    addressPolicy: addressPolicy(config.allowPrivate),
    alertChannels: channels.names,
    now: clock ?? (() => new Date()),
  };
}

function openReplicas(
  { replica }: PanelConfig,
  { db, name, metrics }: { db: Db; name: string; metrics: Metrics },
): Replicas {
  const { count, addLags } = createReplicaMetrics(metrics);
  const replicas = createReplicas(db, replica, {
    name: 'rafaga-panel',
    heartbeat: { kind: 'panel', name },
    onRead: count,
  });
  addLags(replicas.lags);
  addPoolGauges(metrics, { primary: () => poolState(db), replica: replicas.poolState });
  return replicas;
}
