/** What an API opens before it serves: each function opens what belongs together, and closes it. */
import { hostname } from 'node:os';
import { createArchiveReader } from '@rafaga/archive';
import {
  createContinuity,
  createIssuance,
  createReplicas,
  type Db,
  findCredentials,
  isUnavailable,
  poolState,
  type Replicas,
  restorationAlarm,
  Unavailable,
} from '@rafaga/db';
import {
  createEmissionEnqueuer,
  createEmissionQueue,
  createRedis,
  subscribeToSettingsChanges,
} from '@rafaga/queue';
import { type Conditions, type Logger, type RedisServers, throttleErrors } from '@rafaga/runtime';
import { addPoolGauges, createReplicaMetrics, type Metrics } from '@rafaga/runtime/metrics';
import {
  cacheReads,
  mergeMarks,
  openMeasuredStore,
  readMarks,
  type StoreConfig,
  watchStore,
} from '@rafaga/storage';
import { createAcknowledgements } from './acknowledgements.js';
import type { ApiConfig } from './apiConfig.js';
import { createCheckingPool } from './checking/pool.js';
import { createDraw } from './drawing/drawn.js';
import { createDrawingPool } from './drawing/pool.js';
import { createCallers } from './edge/callers.js';
import { createEarlyRate } from './edge/earlyRate.js';
import { createLastUse } from './edge/lastUse.js';
import { createMinuteCounts } from './edge/minuteCounts.js';
import { createRate } from './edge/rate.js';
import { createRefusedRequestLog } from './edge/refusedRequests.js';
import { createSlices } from './edge/slices.js';
import { createTurns } from './edge/turns.js';
import { createApiHealth } from './health.js';
import { createRecentDocuments } from './routes/recentDocuments.js';
import { type Decisions, watchDecisions } from './waiting/decisions.js';

const DRAWING_THREADS = 2;
/** A record of 500 lines takes four milliseconds. */
const LONG_RECORDS_IN_A_TURN = 1;
/** Each takes less than half a millisecond. */
const SALES_IN_A_TURN = 4;

interface Opened {
  db: Db;
  log: Logger;
  issuing: ReturnType<typeof openIssuing>;
  queue: ReturnType<typeof openQueue>;
  threads: ReturnType<typeof openThreads>;
}

/** What the routes work with, and the bounds on calls, each with a state of its own. */
export function edgeDeps(
  config: ApiConfig,
  { db, log, issuing: { issuance, files }, queue, threads }: Opened,
) {
  const archive = createArchiveReader(db, files);
  const draw = createDraw({
    db,
    files,
    archive,
    pool: threads.drawing,
    onError: (error, fields) =>
      log.warn('un PDF se dibujó sin los archivos que lleva dentro', { ...fields, error }),
  });
  return {
    issuance,
    files,
    archive,
    draw,
    enqueuer: queue.enqueuer,
    checking: threads.checking,
    failures: createMinuteCounts(),
    recentDocuments: createRecentDocuments(),
    rate: createEarlyRate(createRate(queue.redis, queue.redisTrouble), config.processes),
    slices: createSlices(),
    turns: createTurns(LONG_RECORDS_IN_A_TURN),
    saleTurns: createTurns(SALES_IN_A_TURN),
    pepper: config.pepper,
    processes: config.processes,
    proxies: config.proxies,
    clock: () => new Date(),
  };
}

/** The threads that draw PDFs and check large sales. */
export function openThreads({ drawingThread, checkingThread }: ApiConfig) {
  const drawing = createDrawingPool({
    threads: DRAWING_THREADS,
    ...(drawingThread && { thread: drawingThread }),
  });
  const checking = createCheckingPool(checkingThread);
  const close = () => Promise.all([drawing.close(), checking.close()]);
  return { drawing, checking, close };
}

export function healthOf(
  { redisServers }: ApiConfig,
  {
    db,
    replicas,
    conditions,
    issuing: { files, issuance, continuity, acknowledgements },
    queue: { redis },
  }: Pick<Opened, 'db' | 'issuing' | 'queue'> & {
    replicas: Replicas;
    conditions: Conditions;
  },
) {
  return createApiHealth({
    db,
    redisServers,
    files,
    conditions,
    replicaProbe: replicas.probe,
    isDatabaseDiskFull: issuance.isDiskFull,
    notReady: continuity.trouble,
    degraded: () => [...(redis.status === 'ready' ? [] : ['redis']), ...acknowledgements.trouble()],
  });
}

/** The name of this process in PostgreSQL. */
const PROCESS = `${hostname()}-${process.pid}`;

export function openReplicas({ replica }: ApiConfig, db: Db, metrics: Metrics): Replicas {
  const { count, addLags } = createReplicaMetrics(metrics);
  const replicas = createReplicas(db, replica, {
    name: 'rafaga-api',
    heartbeat: { kind: 'api', name: PROCESS },
    onRead: count,
  });
  addLags(replicas.lags);
  addPoolGauges(metrics, { primary: () => poolState(db), replica: replicas.poolState });
  return replicas;
}

interface IssuingOptions {
  db: Db;
  log: Logger;
  metrics: Metrics;
  checkFiles(): void;
}

/** What issues documents: the files, the acknowledgements, the batches. */
export function openIssuing(config: StoreConfig, { db, log, metrics, checkFiles }: IssuingOptions) {
  const watched = watchStore(openMeasuredStore(config, metrics), {
    damaged(key) {
      log.warn('ALARMA: un archivo guardado está dañado y no se entrega', { file: key });
      checkFiles();
    },
    failed: checkFiles,
  });
  const files = cacheReads(watched);
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
export function openQueue(redisServers: RedisServers, log: Logger) {
  const redisTrouble = throttleErrors((error, times) =>
    log.warn('Redis no responde o no acepta', { error, times }),
  );
  const redis = createRedis(redisServers, 'counter', redisTrouble);
  const emissionQueue = createEmissionQueue(redisServers, redisTrouble);
  const enqueuer = createEmissionEnqueuer(emissionQueue, redisTrouble);
  const close = async () => {
    redis.disconnect();
    await emissionQueue.close();
  };
  return { redis, enqueuer, redisTrouble, drain: enqueuer.close, close };
}

interface Troubles {
  log: Logger;
  redisTrouble(error: Error): void;
}

/** The callers that wait until their documents are decided. */
export const watchWaiting = (
  db: Db,
  redisServers: RedisServers,
  { log, redisTrouble }: Troubles,
): Decisions =>
  watchDecisions({
    db,
    redisServers,
    onRedisError: redisTrouble,
    onDbError: throttleErrors((error) => log.warn('no se consultó lo que se espera', { error })),
  });

/** What is known of callers, and what is noted of their calls. */
export function watchCalls(db: Db, redisServers: RedisServers, { log, redisTrouble }: Troubles) {
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

/** A look-up that failed has written nothing. */
function asUnavailable(error: unknown): never {
  throw isUnavailable(error)
    ? new Unavailable('the database does not answer', { cause: error })
    : error;
}
