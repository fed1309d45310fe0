/** A worker: signs, sends, settles, prints and sweeps, until it is told to stop. */
import { hostname } from 'node:os';
import {
  createContinuity,
  createDb,
  createHeartbeat,
  restorationAlarm,
  wake,
  withIndexPlans,
} from '@rafaga/db';
import {
  createBatchedEnqueuer,
  createEmissionQueue,
  createPrintQueue,
  createRedisProbe,
  QUEUE,
} from '@rafaga/queue';
import {
  answersInTime,
  createConditions,
  describeCondition,
  type Health,
  type Logger,
  startProbes,
  throttleErrors,
} from '@rafaga/runtime';
import { createVault } from '@rafaga/secrets';
import { openStore, readMarks, storeProbe, watchStore } from '@rafaga/storage';
import type { Timeouts } from '@rafaga/sunat';
import { startPendingCdrMover } from './cdrs/pendingCdrMover.js';
import { cdrProbe } from './cdrs/probe.js';
import { createCdrTrusts } from './cdrs/trust.js';
import type { Deps } from './deps.js';
import { createAuthorities } from './exchange/authorities.js';
import { createAccesses } from './keys/accesses.js';
import { createSigners } from './keys/signers.js';
import { createPage } from './metrics/page.js';
import { createProgress } from './metrics/progress.js';
import { createWorkerMetrics } from './metrics/workerMetrics.js';
import { createPrint } from './print.js';
import { createDocumentProcessor } from './processDocument.js';
import { createConsumer } from './queues/consumer.js';
import { createDepth } from './queues/depth.js';
import { createDirect } from './queues/direct.js';
import { startSweep } from './queues/sweep.js';
import { startWatchdog } from './queues/watchdog.js';
import { startRestorer } from './restoration/restorer.js';
import type { WorkerSettings } from './settings.js';
import type { CheckpointHook } from './steps.js';

export { readSettings, type WorkerSettings } from './settings.js';
export type { Checkpoint } from './steps.js';

export interface RunningWorker {
  health: Health;
  /** For Prometheus. */
  metrics(): Promise<string>;
  /** Finishes what it holds within 25 s. */
  stop(): Promise<void>;
}

export interface WorkerHooks {
  /** Called between two steps; tests of faults end or freeze the process there. */
  checkpoint?: CheckpointHook;
  /** Multiplies every wait; for tests that have no time. */
  pace?: number;
  /**
   * How long the authority is waited for; never longer than in production, or the lease would end
   * before the answer.
   */
  timeouts?: Timeouts;
  /** Nothing is taken although work waits and everything was replaced twice. */
  giveUp?(): void;
}

const DRAIN_MS = 25_000;
/** The sweep goes round several times a second, whatever is down. */
const STILL_MS = 30_000;
/** So many of an endpoint's exchanges at once leave room for the other endpoints. */
const RESERVE = 4;
/** Jobs that wait at once, for each that can be worked on. */
const WINDOW = 3;
const POOL = 12;

export async function startWorker(
  settings: WorkerSettings,
  log: Logger,
  hooks: WorkerHooks = {},
): Promise<RunningWorker> {
  const { redisUrl, queues, emitConcurrency } = settings;
  const {
    checkpoint = () => undefined,
    pace = 1,
    timeouts,
    giveUp = () => process.exit(1),
  } = hooks;
  const name = `${hostname()}-${process.pid}`;
  const conditions = createConditions(log);
  const redisTrouble = throttleErrors((error, veces) =>
    log.warn('Redis no responde o no acepta', { error, veces }),
  );
  const files = watchStore(openStore(settings), {
    damaged: (key) =>
      log.warn('ALARMA: un archivo guardado está dañado y no se usa', { archivo: key }),
    failed: () => probes.look('files'),
  });
  const continuity = createContinuity({
    process: `worker ${name}`,
    readMarks: () => readMarks(files.mutable),
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onEnded: () => log.info('terminó la restauración: se envía otra vez'),
    onError: throttleErrors((error, veces) =>
      log.warn('no se pudo comparar con lo emitido', { error, veces }),
    ),
  });
  const db = createDb(withIndexPlans(settings.databaseUrl), {
    name: 'rafaga-worker',
    max: POOL,
    verify: continuity.verify,
  });
  const vault = createVault(settings.masterKey, settings.previousKeys);
  const most = Math.max(1, emitConcurrency - Math.min(RESERVE, Math.floor(emitConcurrency / 4)));
  const authorities = createAuthorities({
    simulatorUrl: settings.simulatorUrl,
    maxConcurrent: most,
    timeouts,
    pace,
    onChange: (endpoint, state) => {
      if (state === 'open')
        return void log.warn('ALARMA: la autoridad no responde; los envíos esperan', { endpoint });
      log.info('la autoridad responde otra vez', { endpoint });
      wake(db, endpoint).catch((error) =>
        log.warn('no se pudo despertar a los que esperan', { error }),
      );
    },
  });
  const printQueue = createPrintQueue(redisUrl, redisTrouble);
  const printEnqueuer = createBatchedEnqueuer(printQueue, redisTrouble);
  const emissionQueue = createEmissionQueue(redisUrl, redisTrouble);
  const depth = createDepth(redisUrl, redisTrouble);
  const metrics = createWorkerMetrics();
  const progress = createProgress({
    db,
    down: authorities.down,
    paused: depth.paused,
    pace,
    checkpoint,
  });
  const accesses = createAccesses(db, vault);
  const deps: Deps = {
    db,
    files,
    vault,
    signers: createSigners(db, vault),
    accesses,
    authorities,
    cdrTrusts: createCdrTrusts(db, log, pace),
    metrics,
    log,
    worker: name,
    print: (documentId) => printEnqueuer.enqueue({ documentId, dispatches: 1 }),
    pace,
  };
  const emit = createDocumentProcessor(deps, progress.checkpoint);
  const consumers = queues.map((queue) =>
    createConsumer({
      queue: QUEUE[queue],
      redisUrl,
      concurrency: queue === 'emit' ? emitConcurrency : settings.printConcurrency,
      work: queue === 'emit' ? emit : createPrint({ db, files }),
      onError: (error) => log.error('un trabajo falló', { queue, error }),
      onTrouble: redisTrouble,
    }),
  );
  const emitting = consumers[queues.indexOf('emit')];
  continuity.watch(db);
  const direct =
    emitting &&
    createDirect({
      concurrency: emitConcurrency,
      queued: emitting.busy,
      work: emit,
      onError: (error) => log.error('un trabajo falló', { error }),
    });
  const sweep = startSweep({
    db,
    emissionQueue,
    depth,
    window: WINDOW * emitConcurrency,
    down: authorities.down,
    direct,
    conditions,
    log,
  });
  // nobody is to blame for what a full Redis gives to nobody
  const waiting = async () => (sweep.withoutRedis() ? 0 : depth.takeable());
  const stopWatching = emitting && startWatchdog({ consumer: emitting, waiting, log, giveUp });
  const mover = startPendingCdrMover({ db, files, vault, worker: name, log, pace });
  const heartbeat = createHeartbeat(db, {
    kind: 'worker',
    name,
    conditions: conditions.list,
    progressAgo: progress.ago,
  });
  const redisProbe = createRedisProbe(redisUrl);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    files: storeProbe(files),
    cdrs: cdrProbe(db, pace),
    ...(emitting && { progress: progress.probe }),
  });
  const stopRestorer = startRestorer({
    db,
    files,
    authorities,
    accesses,
    log,
    restoring: continuity.restoring,
  });
  const state = { stopping: false };
  let stopped: Promise<void> | undefined;

  return {
    health: {
      alive: () =>
        performance.now() - sweep.lastRound() > STILL_MS ? 'el barrido no avanza' : undefined,
      ready: async () => [
        ...(state.stopping ? ['stopping'] : []),
        ...((await answersInTime(db.pool.query('SELECT 1'))) ? continuity.trouble() : ['postgres']),
        ...conditions.list().filter(stands).map(describeCondition),
      ],
      degraded: () => conditions.list().map(describeCondition),
    },
    metrics: createPage({ metrics, db, depth, authorities, sweep, consumers }),
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    state.stopping = true;
    stopWatching?.();
    continuity.stop();
    await Promise.all([sweep.stop(), stopRestorer()]);
    await Promise.all([...consumers, direct].map((one) => one?.stop(DRAIN_MS)));
    await mover.stop();
    probes.stop();
    redisProbe.close();
    await printEnqueuer.close();
    await Promise.all([printQueue.close(), emissionQueue.close(), heartbeat.close()]);
    depth.close();
    authorities.close();
    await db.close();
  }
}

/** What keeps this process from its work, whatever else is only missed. */
const stands = ({ word }: { word: string }) => word === 'sin_avance';
