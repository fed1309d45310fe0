/** Starts a worker, which signs, sends, settles, prints and sweeps until it is stopped. */
import { hostname } from 'node:os';
import { createConditions, type Health, type Logger, throttleErrors } from '@rafaga/runtime';
import { createMetrics } from '@rafaga/runtime/metrics';
import type { Timeouts } from '@rafaga/sunat';
import { startPendingCdrMover } from './cdrs/pendingCdrMover.js';
import { startInquirer } from './inquiries/inquirer.js';
import { addGauges } from './metrics/gauges.js';
import { createProgress } from './metrics/progress.js';
import { createWorkerMetrics } from './metrics/workerMetrics.js';
import { createDocumentProcessor } from './processDocument.js';
import { startRestorer } from './restoration/restorer.js';
import { startDocumentSearch } from './search/startDocumentSearch.js';
import type { WorkerSettings } from './settings.js';
import { createDeps } from './start/createDeps.js';
import { openAuthorities } from './start/openAuthorities.js';
import { openQueues } from './start/openQueues.js';
import { openStores } from './start/openStores.js';
import { startProbing } from './start/startProbing.js';
import { startWork } from './start/startWork.js';
import { createRequestCounts } from './statistics/requestCounts.js';
import { startStatistics } from './statistics/startStatistics.js';
import type { CheckpointHook } from './steps.js';

export { readSettings, type WorkerSettings } from './settings.js';
export type { Checkpoint } from './steps.js';

export interface RunningWorker {
  health: Health;
  /** For Prometheus. */
  metrics(): Promise<string>;
  /** Finishes what is under way within 25 s. */
  stop(): Promise<void>;
}

/** Options for tests. */
export interface WorkerHooks {
  /** Called between two steps; tests of faults end or freeze the process there. */
  checkpoint?: CheckpointHook;
  /** Multiplies every wait. */
  pace?: number;
  /** Of the authority's client. Never longer than in production, or a lease would end first. */
  timeouts?: Timeouts;
  /** Called when jobs wait, none is taken, and the consumer was replaced twice. */
  giveUp?(): void;
}

export async function startWorker(
  settings: WorkerSettings,
  log: Logger,
  hooks: WorkerHooks = {},
): Promise<RunningWorker> {
  const { checkpoint = () => {}, pace = 1, timeouts, giveUp = () => process.exit(1) } = hooks;
  const { redisUrl } = settings;
  const name = `${hostname()}-${process.pid}`;
  const conditions = createConditions(log);
  const onRedisError = throttleErrors((error, times) =>
    log.warn('Redis no responde o no acepta', { error, times }),
  );
  const stores = openStores(settings, { name, log, onFileFailure: () => probing.checkFiles() });
  const { db, continuity } = stores;
  const authorities = openAuthorities(settings, { db, log, pace, timeouts });
  const queues = openQueues(redisUrl, onRedisError);
  const page = createMetrics();
  const requestCounts = createRequestCounts();
  const metrics = createWorkerMetrics(page, requestCounts.add);
  const { down } = authorities;
  const progress = createProgress({ db, down, paused: queues.depth.paused, pace, checkpoint });
  const deps = createDeps({ name, stores, authorities, queues, metrics, log, pace });
  const emit = createDocumentProcessor(deps, progress.checkpoint);
  const shared = { settings, name, stores, conditions, pace, log };
  continuity.watch(db);
  const work = startWork({ ...shared, queues, emit, down, onRedisError, giveUp });
  const mover = startPendingCdrMover(deps);
  const state = { stopping: false };
  const probing = startProbing({ ...shared, work, progress, stopping: () => state.stopping });
  const stopStatistics = startStatistics({ db, requestCounts, log, pace });
  const stopSearch = startDocumentSearch(db, log);
  const stopInquirer = startInquirer(deps);
  const stopRestorer = startRestorer({ ...deps, restoring: continuity.restoring });
  const { depth } = queues;
  const { sweep, consumers } = work;
  addGauges(page, { db, depth, authorities, sweep, consumers });
  let stopped: Promise<void> | undefined;

  return {
    health: probing.health,
    metrics: page.text,
    stop: () => (stopped ??= stop()),
  };

  async function stop(): Promise<void> {
    state.stopping = true;
    work.stopWatchdog();
    continuity.stop();
    await Promise.all([sweep.stop(), stopRestorer(), stopInquirer()]);
    await work.drain();
    await Promise.all([mover.stop(), stopStatistics(), stopSearch()]);
    probing.stop();
    await Promise.all([queues.close(), probing.leave()]);
    authorities.close();
    await db.close();
  }
}
