/**
 * Creates the API from its configuration, serves it, and stops it after every open request is
 * answered.
 */
import { hostname } from 'node:os';
import { createDb, type Db, warnConnection, withIndexPlans } from '@rafaga/db';
import { createConditions, type Health, type Logger, listen } from '@rafaga/runtime';
import { addConditionGauge, createMetrics } from '@rafaga/runtime/metrics';
import { boundConnections } from '@rafaga/runtime/network';
import { statementSpans, type Tracing } from '@rafaga/tracing';
import type { ApiConfig } from '../apiConfig.js';
import { createApp } from '../app.js';
import { createApiServer } from '../server.js';
import { edgeDeps } from './edgeDeps.js';
import { openHealth } from './openHealth.js';
import { openIssuing } from './openIssuing.js';
import { openQueue } from './openQueue.js';
import { openReplicas } from './openReplicas.js';
import { openThreads } from './openThreads.js';
import { watchCalls, watchWaiting } from './watchCalls.js';

export type { ApiConfig } from '../apiConfig.js';

export interface Api {
  port: number;
  health: Health;
  /** The page for Prometheus. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export async function startApi(config: ApiConfig, log: Logger, tracing?: Tracing): Promise<Api> {
  const name = `${hostname()}-${process.pid}`;
  const conditions = createConditions(log);
  const db = openDatabase(config, tracing);
  const metrics = createMetrics({ process: true });
  const replicas = openReplicas(config, name, db, metrics);
  const checkFiles = () => probing.probes.check('files');
  const issuing = openIssuing(config, { name, db, log, metrics, checkFiles });
  const queue = openQueue(config.redisServers, log);
  const troubles = { log, redisTrouble: queue.redisTrouble };
  const calls = watchCalls(db, config.redisServers, troubles);
  const decisions = watchWaiting(db, config.redisServers, troubles);
  const threads = openThreads(config);
  const probing = openHealth(config, { name, db, conditions, replicas, issuing, queue });
  addConditionGauge(metrics, () => [...conditions.list(), ...issuing.continuity.conditions()]);
  const app = createApp({
    ...calls.deps,
    db,
    replicas,
    log,
    tracing,
    metrics,
    conditions,
    waiters: decisions.waiters,
    health: probing.health,
    ...edgeDeps(config, { db, log, issuing, queue, threads }),
  });
  issuing.continuity.watch(db);
  // its probe reports a database that does not answer yet
  void warnConnection(db, (text) => log.warn(text)).catch(() => undefined);
  const server = createApiServer(app);
  boundConnections(server.http, { most: config.maxConnections, proxies: config.proxies }, metrics);
  const port = await listen(server.http, 'API', { port: config.port, host: config.host });

  async function stop(): Promise<void> {
    probing.leave();
    decisions.close();
    await server.drain();
    issuing.continuity.stop();
    await Promise.all([issuing.close(), queue.drain(), calls.close()]);
    await threads.close();
    await probing.close();
    await queue.close();
    await replicas.close();
    await db.close();
  }

  return { port, health: probing.health, metrics: metrics.text, stop };
}

const openDatabase = ({ databaseUrl }: ApiConfig, tracing: Tracing | undefined): Db =>
  createDb(withIndexPlans(databaseUrl), { name: 'rafaga-api', onBatch: statementSpans(tracing) });
