/**
 * Puts the API together from its configuration, serves it, and stops it after every open request
 * is answered.
 */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { createArchiveReader } from '@rafaga/archive';
import {
  createContinuity,
  createDb,
  createIssuance,
  createReplicas,
  type Db,
  findCredentials,
  isUnavailable,
  poolState,
  type ReplicaConfig,
  type Replicas,
  restorationAlarm,
  Unavailable,
  warnOwner,
} from '@rafaga/db';
import {
  createBatchedEnqueuer,
  createEmissionQueue,
  createRedis,
  subscribeToSettingsChanges,
} from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import {
  createConditions,
  type Health,
  type Logger,
  type Proxies,
  throttleErrors,
} from '@rafaga/runtime';
import {
  addConditionGauge,
  addPoolGauges,
  createMetrics,
  createReplicaMetrics,
  type Metrics,
} from '@rafaga/runtime/metrics';
import { mergeMarks, openStore, readMarks, type StoreConfig, watchStore } from '@rafaga/storage';
import { statementSpans, type Tracing } from '@rafaga/tracing';
import { createAcknowledgements } from './acknowledgements.js';
import { createApp } from './app.js';
import { createCheckingPool } from './checking/pool.js';
import { createDraw } from './drawing/drawn.js';
import { createDrawingPool } from './drawing/pool.js';
import { createCallers } from './edge/callers.js';
import { createFailures } from './edge/failures.js';
import { createLastUse } from './edge/lastUse.js';
import { createRate } from './edge/rate.js';
import { createRefusedRequestLog } from './edge/refusedRequests.js';
import { createSlices } from './edge/slices.js';
import { createTurns } from './edge/turns.js';
import { createApiHealth } from './health.js';
import { createApiServer } from './server.js';
import { watchDecisions } from './waiting/decisions.js';

export interface ApiConfig extends StoreConfig {
  databaseUrl: string;
  /** Absent: every read goes to the primary. */
  replica?: ReplicaConfig;
  redisServers: RedisServers;
  pepper: Buffer;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** API processes that share the limits while Redis is unavailable. */
  processes: number;
  /** The proxies in front. */
  proxies: Proxies;
  /** The compiled threads, where this file runs uncompiled. */
  drawingThread?: URL;
  checkingThread?: URL;
}

export interface Api {
  port: number;
  health: Health;
  /** For Prometheus. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

const DRAWING_THREADS = 2;
/** A record of 500 lines takes four milliseconds. */
const LONG_RECORDS_IN_A_TURN = 1;

export async function startApi(config: ApiConfig, log: Logger, tracing?: Tracing): Promise<Api> {
  const conditions = createConditions(log);
  const db = createDb(config.databaseUrl, {
    name: 'rafaga-api',
    onBatch: statementSpans(tracing),
  });
  const metrics = createMetrics({ process: true });
  const replicas = openReplicas(config, db, metrics);
  const checkFiles = () => own.probes.check('files');
  const issuing = openIssuing(config, { db, log, checkFiles });
  const queue = openQueue(config.redisServers, log);
  const calls = watchCalls(db, config.redisServers, { log, redisTrouble: queue.redisTrouble });
  const { files, issuance, continuity, acknowledgements } = issuing;
  const { redis } = queue;
  const decisions = watchDecisions({
    db,
    redisServers: config.redisServers,
    onRedisError: queue.redisTrouble,
    onDbError: throttleErrors((error) => log.warn('no se consultó lo que se espera', { error })),
  });
  const drawing = createDrawingPool({
    threads: DRAWING_THREADS,
    ...(config.drawingThread && { thread: config.drawingThread }),
  });
  const checking = createCheckingPool(config.checkingThread);
  const own = createApiHealth({
    db,
    replicaProbe: replicas.probe,
    redisServers: config.redisServers,
    files,
    conditions,
    isDatabaseDiskFull: issuance.isDiskFull,
    notReady: continuity.trouble,
    degraded: () => [...(redis.status === 'ready' ? [] : ['redis']), ...acknowledgements.trouble()],
  });
  const archive = createArchiveReader(db, files);
  addPoolGauges(metrics, () => poolState(db));
  addConditionGauge(metrics, conditions.list);
  const app = createApp({
    ...{
      metrics,
      db,
      replicas,
      issuance,
      files,
      archive,
      log,
      tracing,
      enqueuer: queue.enqueuer,
      health: own.health,
      conditions,
      ...calls.deps,
      waiters: decisions.waiters,
    },
    draw: createDraw({
      ...{ db, files, archive, pool: drawing },
      onError: (error, fields) =>
        log.warn('un PDF se dibujó sin los archivos que lleva dentro', { ...fields, error }),
    }),
    failures: createFailures(),
    rate: createRate(redis, queue.redisTrouble),
    slices: createSlices(),
    turns: createTurns(LONG_RECORDS_IN_A_TURN),
    checking,
    ...{ pepper: config.pepper, processes: config.processes, proxies: config.proxies },
    clock: () => new Date(),
  });
  continuity.watch(db);
  // a database that does not answer yet is reported by its probe
  void warnOwner(db, (text) => log.warn(text)).catch(() => undefined);
  const server = createApiServer(app);
  const port = await listen(server.http, config);

  async function stop(): Promise<void> {
    own.leave();
    decisions.close();
    await server.drain();
    continuity.stop();
    await Promise.all([issuing.close(), queue.drain(), calls.close()]);
    await Promise.all([drawing.close(), checking.close()]);
    await own.close();
    await queue.close();
    await replicas.close();
    await db.close();
  }

  return { port, health: own.health, metrics: metrics.text, stop };
}

/** The name of this process in PostgreSQL. */
const PROCESS = `${hostname()}-${process.pid}`;

function openReplicas({ replica }: ApiConfig, db: Db, metrics: Metrics): Replicas {
  const { count, addLags } = createReplicaMetrics(metrics);
  const replicas = createReplicas(db, replica, {
    name: 'rafaga-api',
    heartbeat: { kind: 'api', name: PROCESS },
    onRead: count,
  });
  addLags(replicas.lags);
  return replicas;
}

/** What issues documents: the files, the acknowledgements, the batches. */
function openIssuing(
  config: StoreConfig,
  { db, log, checkFiles }: { db: Db; log: Logger; checkFiles(): void },
) {
  const files = watchStore(openStore(config), {
    damaged(key) {
      log.warn('ALARMA: un archivo guardado está dañado y no se entrega', { file: key });
      checkFiles();
    },
    failed: checkFiles,
  });
  const storeTrouble = throttleErrors((error) =>
    log.warn('el diario de lo emitido no se escribe o no se lee', { error }),
  );
  const acknowledgements = createAcknowledgements(db, files, storeTrouble);
  const continuity = createContinuity({
    process: `api ${PROCESS}`,
    readMarks: () => readMarks(files.mutable),
    own: acknowledgements.marks,
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onWell: () => void mergeMarks(files.mutable).catch(storeTrouble),
    onEnded: () => log.info('terminó la restauración: se emite otra vez'),
    onError: storeTrouble,
  });
  const issuance = createIssuance(db, {
    verify: continuity.verify,
    onIssued: acknowledgements.add,
  });
  const close = () => issuance.close().then(acknowledgements.close);
  return { files, acknowledgements, continuity, issuance, close };
}

/** The connections to Redis: one counts calls, one enqueues. */
function openQueue(redisServers: RedisServers, log: Logger) {
  const redisTrouble = throttleErrors((error, times) =>
    log.warn('Redis no responde o no acepta', { error, times }),
  );
  const redis = createRedis(redisServers, 'counter', redisTrouble);
  const emissionQueue = createEmissionQueue(redisServers, redisTrouble);
  const enqueuer = createBatchedEnqueuer(emissionQueue, redisTrouble);
  const close = async () => {
    redis.disconnect();
    await emissionQueue.close();
  };
  return { redis, enqueuer, redisTrouble, drain: enqueuer.close, close };
}

/** What is known of callers, and what is noted of their calls. */
function watchCalls(
  db: Db,
  redisServers: RedisServers,
  { log, redisTrouble }: { log: Logger; redisTrouble(error: Error): void },
) {
  const callers = createCallers((apiKeys) => findCredentials(db, apiKeys).catch(asUnavailable));
  const unsubscribe = subscribeToSettingsChanges(redisServers, callers.drop, redisTrouble);
  const lastUse = createLastUse(db, (error) => log.warn('no se anotó el último uso', { error }));
  const refusedRequests = createRefusedRequestLog(
    db,
    throttleErrors((error, times) =>
      log.warn('no se anotaron las solicitudes rechazadas', { error, times }),
    ),
  );
  const close = async () => {
    await Promise.all([lastUse.close(), refusedRequests.close()]);
    unsubscribe();
  };
  return { deps: { callers, lastUse, refusedRequests }, close };
}

async function listen(server: Server, { port, host }: ApiConfig): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A look-up that failed has written nothing. */
function asUnavailable(error: unknown): never {
  throw isUnavailable(error)
    ? new Unavailable('the database does not answer', { cause: error })
    : error;
}
