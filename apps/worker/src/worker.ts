/** Starts a worker, which signs, sends, settles, prints and sweeps until it is stopped. */
import { hostname } from 'node:os';
import { warnConnection } from '@rafaga/db';
import { type DateText, limaToday } from '@rafaga/fiscal';
import { createConditions, type Health, type Logger, throttleErrors } from '@rafaga/runtime';
import { createMetrics, type Samples } from '@rafaga/runtime/metrics';
import type { Timeouts } from '@rafaga/sunat';
import type { Tracing } from '@rafaga/tracing';
import type { Authorities } from './exchange/authorities.js';
import { type AuthorityClocks, createAuthorityClocks } from './exchange/authorityClocks.js';
import { createBrokenSecrets } from './keys/brokenSecrets.js';
import { addGauges } from './metrics/gauges.js';
import { createProgress } from './metrics/progress.js';
import { createWorkerMetrics } from './metrics/workerMetrics.js';
import { createDocumentProcessor } from './processDocument.js';
import type { WorkerSettings } from './settings.js';
import { createDeps } from './start/createDeps.js';
import { openAuthorities } from './start/openAuthorities.js';
import { openQueues, type Queues } from './start/openQueues.js';
import { openStores, type Stores } from './start/openStores.js';
import { type Background, startBackground } from './start/startBackground.js';
import { type Probing, startProbing } from './start/startProbing.js';
import { startWork, type Work } from './start/startWork.js';
import { createRequestCounts } from './statistics/requestCounts.js';
import type { CheckpointHook } from './steps.js';

export { readSettings, type WorkerSettings } from './settings.js';
export type { Checkpoint } from './steps.js';

export interface RunningWorker {
  health: Health;
  /** The page for Prometheus. */
  metrics(): Promise<string>;
  /** The samples of that page, for a process that adds them to its own. */
  samples(): Promise<Samples>;
  /** Finishes what is under way within 25 s. */
  stop(): Promise<void>;
}

/** Options for tests. */
export interface WorkerHooks {
  /** Called between two steps; fault tests end or freeze the process there. */
  checkpoint?: CheckpointHook;
  /** Multiplies every wait. */
  pace?: number;
  /**
   * Timeouts of the authority's client. Never longer than in production: a lease would end first.
   */
  timeouts?: Timeouts;
  /** Called when jobs wait and none is taken although the consumer was replaced twice. */
  giveUp?(): void;
  /** Today's date in Lima, from which coming changes of law are found. */
  today?(): DateText;
  /** The compiled module of a printing thread, for tests that run uncompiled. */
  printThread?: URL;
}

export async function startWorker(
  settings: WorkerSettings,
  log: Logger,
  hooks: WorkerHooks = {},
  tracing?: Tracing,
): Promise<RunningWorker> {
  const { checkpoint = () => {}, pace = 1, timeouts, giveUp = () => process.exit(1) } = hooks;
  const { today = () => limaToday(new Date()), printThread } = hooks;
  const name = `${hostname()}-${process.pid}`;
  const conditions = createConditions(log);
  const onFileFailure = () => probing.checkFiles();
  const clocks = createAuthorityClocks(pace);
  const options = { name, log, tracing, pace, timeouts, clocks, onFileFailure };
  const { page, stores, authorities, queues, onRedisError } = openServers(settings, options);
  const { db, continuity } = stores;
  const { down } = authorities;
  const requestCounts = createRequestCounts();
  const metrics = createWorkerMetrics(page, requestCounts.add);
  const canProgress = () => work.canProgress();
  const progress = createProgress({ db, down, canProgress, pace, checkpoint });
  const brokenSecrets = createBrokenSecrets(pace);
  const onBrokenSecret = brokenSecrets.note;
  const own = { name, stores, queues, metrics, tracing, log, pace };
  const deps = createDeps({ ...own, authorities, onBrokenSecret });
  const emit = createDocumentProcessor(deps, progress.checkpoint);
  const shared = { ...own, settings, conditions };
  continuity.watch(db);
  void warnConnection(db, (text) => log.warn(text)).catch(() => undefined);
  await queues.takePauses();
  const work = startWork({ ...shared, emit, down, onRedisError, giveUp, printThread });
  let stopped: Promise<void> | undefined;
  const stopping = () => stopped !== undefined;
  const probing = startProbing({ ...shared, work, progress, brokenSecrets, clocks, stopping });
  const background = startBackground({
    deps,
    requestCounts,
    restoring: continuity.restoring,
    today,
    elsewhere: settings.background === 'elsewhere',
  });
  const { depth, readings } = queues;
  addGauges(page, { ...work, db, depth, share: readings.share, authorities, conditions });
  const parts = { stores, authorities, queues, work, probing, background };
  return {
    health: probing.health,
    metrics: page.text,
    samples: page.samples,
    stop: () => (stopped ??= stopParts(parts)),
  };
}

interface OpenOptions {
  name: string;
  log: Logger;
  tracing: Tracing | undefined;
  pace: number;
  timeouts: Timeouts | undefined;
  clocks: AuthorityClocks;
  /** Called when the file store fails an operation. */
  onFileFailure(): void;
}

/** Connects a worker to its servers, and creates the metrics page that shows them. */
function openServers(
  settings: WorkerSettings,
  { name, log, tracing, pace, timeouts, clocks, onFileFailure }: OpenOptions,
) {
  const onRedisError = throttleErrors((error, times) =>
    log.warn('Redis no responde o no acepta', { error, times }),
  );
  const page = createMetrics({ process: true, labels: settings.labels });
  const stores = openStores(settings, { name, log, metrics: page, tracing, onFileFailure });
  const authorities = openAuthorities(settings, { db: stores.db, log, pace, timeouts, clocks });
  const queues = openQueues(settings.redisServers, { onError: onRedisError, pace });
  return { page, stores, authorities, queues, onRedisError };
}

interface Parts {
  stores: Stores;
  authorities: Authorities;
  queues: Queues;
  work: Work;
  probing: Probing;
  background: Background;
}

/** Takes no more work, finishes what is under way, then closes the connections. */
async function stopParts({ stores, authorities, queues, work, probing, background }: Parts) {
  work.stopWatchdogs();
  stores.continuity.stop();
  // what persons ask takes as long as the authority does: documents are not taken meanwhile
  await Promise.all([work.drain(), background.stopAsking()]);
  await background.stop();
  probing.stop();
  await Promise.all([queues.close(), probing.leave()]);
  authorities.close();
  await stores.db.close();
}
