/**
 * Puts the API together from its configuration, serves it, and stops it after every open request
 * is answered.
 */
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import {
  createContinuity,
  createDb,
  createIssuance,
  findCredential,
  isUnavailable,
  restorationAlarm,
  Unavailable,
} from '@rafaga/db';
import {
  createBatchedEnqueuer,
  createEmissionQueue,
  createRedis,
  subscribeToSettingsChanges,
} from '@rafaga/queue';
import { createConditions, type Logger, throttleErrors } from '@rafaga/runtime';
import { mergeMarks, openStore, readMarks, type StoreConfig, watchStore } from '@rafaga/storage';
import { createAcknowledgements } from './acknowledgements.js';
import { createApp } from './app.js';
import { createDraw } from './drawing/drawn.js';
import { createDrawingPool } from './drawing/pool.js';
import { createCallers } from './edge/callers.js';
import { createFailures } from './edge/failures.js';
import { createLastUse } from './edge/lastUse.js';
import { createRate } from './edge/rate.js';
import { createRefusedRequestLog } from './edge/refusedRequests.js';
import { createApiHealth } from './health.js';
import { createApiServer } from './server.js';

export interface ApiConfig extends StoreConfig {
  databaseUrl: string;
  redisUrl: string;
  pepper: Buffer;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** API processes that share the limits while Redis is unavailable. */
  processes: number;
  /** Trusted proxies in front. */
  proxies: number;
  /** The compiled drawing thread, where this file runs uncompiled. */
  drawingThread?: URL;
}

export interface Api {
  port: number;
  stop(): Promise<void>;
}

const DRAWING_THREADS = 2;

export async function startApi(config: ApiConfig, log: Logger): Promise<Api> {
  const conditions = createConditions(log);
  const redisTrouble = throttleErrors((error, veces) =>
    log.warn('Redis no responde o no acepta', { error, veces }),
  );
  const db = createDb(config.databaseUrl, { name: 'rafaga-api' });
  const files = watchStore(openStore(config), {
    damaged(key) {
      log.warn('ALARMA: un archivo guardado está dañado y no se entrega', { archivo: key });
      own.probes.check('files');
    },
    failed: () => own.probes.check('files'),
  });
  const storeTrouble = throttleErrors((error) =>
    log.warn('el diario de lo emitido no se escribe o no se lee', { error }),
  );
  const acknowledgements = createAcknowledgements(db, files, storeTrouble);
  const continuity = createContinuity({
    process: `api ${hostname()}-${process.pid}`,
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
  const redis = createRedis(config.redisUrl, 'counter', redisTrouble);
  const emissionQueue = createEmissionQueue(config.redisUrl, redisTrouble);
  const enqueuer = createBatchedEnqueuer(emissionQueue, redisTrouble);
  const callers = createCallers((apiKey) => findCredential(db, apiKey).catch(asUnavailable));
  const unsubscribe = subscribeToSettingsChanges(config.redisUrl, callers.drop, redisTrouble);
  const lastUse = createLastUse(db, (error) => log.warn('no se anotó el último uso', { error }));
  const refused = createRefusedRequestLog(
    db,
    throttleErrors((error, veces) =>
      log.warn('no se anotaron las solicitudes rechazadas', { error, veces }),
    ),
  );
  const drawing = createDrawingPool({
    threads: DRAWING_THREADS,
    ...(config.drawingThread && { thread: config.drawingThread }),
  });
  const own = createApiHealth({
    db,
    redisUrl: config.redisUrl,
    files,
    conditions,
    full: issuance.isDiskFull,
    missing: continuity.trouble,
    missed: () => [...(redis.status === 'ready' ? [] : ['redis']), ...acknowledgements.trouble()],
  });
  const app = createApp({
    db,
    issuance,
    files,
    enqueuer,
    draw: createDraw({ db, files, pool: drawing }),
    callers,
    failures: createFailures(),
    lastUse,
    rate: createRate(redis, redisTrouble),
    refusedRequests: refused,
    health: own.health,
    log,
    pepper: config.pepper,
    processes: config.processes,
    proxies: config.proxies,
    clock: () => new Date(),
  });
  continuity.watch(db);
  const server = createApiServer(app);
  await new Promise<void>((resolve, reject) => {
    server.http.once('error', reject).listen(config.port, config.host, resolve);
  });

  async function stop(): Promise<void> {
    own.leave();
    await server.drain();
    continuity.stop();
    await Promise.all([
      issuance.close().then(acknowledgements.close),
      enqueuer.close(),
      lastUse.close(),
      refused.close(),
      drawing.close(),
    ]);
    await own.close();
    unsubscribe();
    redis.disconnect();
    await emissionQueue.close();
    await db.close();
  }

  return { port: (server.http.address() as AddressInfo).port, stop };
}

/** A look-up that failed has written nothing. */
function asUnavailable(error: unknown): never {
  throw isUnavailable(error)
    ? new Unavailable('the database does not answer', { cause: error })
    : error;
}
