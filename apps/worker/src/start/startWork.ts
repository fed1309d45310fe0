/** Starts what processes documents: consumers and watchdogs of its lanes, and the sweep. */
import { documentLogFields, listPausedQueues } from '@rafaga/db';
import { type EmissionLane, KNOWN_JOBS, type Lane, QUEUE, setPaused } from '@rafaga/queue';
import type { Conditions, Logger } from '@rafaga/runtime';
import type { Tracing } from '@rafaga/tracing';
import type { WorkerMetrics } from '../metrics/workerMetrics.js';
import { createPrintThreads, type DrawPrints } from '../printing/drawPrints.js';
import { createPrint } from '../printing/print.js';
import { type Consumer, createConsumer } from '../queues/consumer.js';
import { createDocumentLimit, type DocumentLimit } from '../queues/documentLimit.js';
import { type Sweep, startSweep } from '../queues/sweep.js';
import { startWatchdog } from '../queues/watchdog.js';
import type { WorkerSettings } from '../settings.js';
import { tracedPrint } from '../tracing/tracedPrint.js';
import type { Queues } from './openQueues.js';
import type { Stores } from './openStores.js';

export interface WorkOptions {
  settings: WorkerSettings;
  stores: Pick<Stores, 'db' | 'files'>;
  queues: Queues;
  metrics: Pick<WorkerMetrics, 'pdfsEnded'>;
  /** Processes one document. */
  emit(documentId: number): Promise<void>;
  /** Endpoints whose circuit breakers are open. */
  down(): string[];
  conditions: Conditions;
  tracing: Tracing | undefined;
  log: Logger;
  onRedisError(error: Error): void;
  giveUp(): void;
  /** The compiled module of a printing thread, for tests that run uncompiled. */
  printThread?: URL | undefined;
}

/** How long a stop waits for what is under way. */
export const DRAIN_MS = 25_000;
/** How many documents may wait in Redis for each one that can be processed at once. */
const WINDOW = 3;
/**
 * How many jobs may wait for room for their documents. Few: they have left the order of the queue.
 */
const JOBS_AHEAD = 2;

export type Work = ReturnType<typeof startWork>;

export function startWork(options: WorkOptions) {
  const { settings, stores, queues, emit, down, conditions, log, printThread } = options;
  const { emitConcurrency, printConcurrency } = settings;
  const threads = createPrintThreads({ threads: printConcurrency, module: printThread });
  const limit = createDocumentLimit({
    concurrency: emitConcurrency,
    work: emit,
    onError: (error, documentId) =>
      log.error('un trabajo falló', { queue: 'emit', documentId, error }),
  });
  const consumers = startConsumers(options, limit, threads.draw);
  const emitting = settings.lanes.filter((lane) => lane !== 'print');
  // the process of the other lane is busy and slow to hear from Redis
  const takesDirectly = emitting.includes('emit');
  const sweep = startSweep({
    db: stores.db,
    emissionQueue: queues.emissionQueue,
    depth: queues.depth,
    setPaused: (queue, state) => setPaused(settings.redisServers, queue, state),
    window: WINDOW * emitConcurrency,
    down,
    limit: takesDirectly ? limit : undefined,
    conditions,
    log,
  });
  const watchdogs = startWatchdogs(options, { emitting, consumers, sweep });
  return {
    /** How many documents are processed and print jobs run. */
    underway: () => limit.busy() + (consumers.get('print')?.busy() ?? 0),
    /**
     * Whether documents are processed or jobs wait that this process may take or, without Redis,
     * documents in PostgreSQL.
     */
    async canProgress() {
      if ((await listPausedQueues(stores.db)).includes('emit')) return false;
      if (limit.busy() > 0) return true;
      const waiting = await Promise.all(emitting.map(queues.depth.takeable)).catch(() => undefined);
      if (waiting) return waiting.some((jobs) => jobs > 0);
      return takesDirectly && !(await queues.depth.paused());
    },
    sweep,
    /** Whether this process sends documents. */
    emits: emitting.length > 0,
    stopWatchdogs() {
      for (const stop of watchdogs) void stop();
    },
    /** Takes no more documents and finishes those under way. */
    async drain() {
      const stopped = [...consumers.values()].map((consumer) => consumer.stop(DRAIN_MS));
      await Promise.all([limit.stop(DRAIN_MS), sweep.stop(), ...stopped]);
      await threads.close();
    },
  };
}

function startConsumers(
  options: WorkOptions,
  limit: Pick<DocumentLimit, 'begin'>,
  draw: DrawPrints,
): ReadonlyMap<Lane, Consumer> {
  const { settings, stores, metrics, tracing, log, onRedisError } = options;
  const { redisServers, printConcurrency } = settings;
  const untraced = createPrint({
    ...stores,
    draw,
    async onError(error, documentId) {
      metrics.pdfsEnded('failed', 1);
      const fields = await documentLogFields(stores.db, documentId);
      log.error('un PDF no se pudo dibujar o guardar', { ...fields, error });
    },
  });
  const print = tracing ? tracedPrint(tracing, stores.db, untraced) : untraced;
  const printed = async (documentIds: readonly number[]) =>
    metrics.pdfsEnded('stored', (await print(documentIds)).length);
  const consume = (lane: Lane) => {
    const queue = lane === 'print' ? QUEUE.print : QUEUE.emit;
    return createConsumer({
      redisServers,
      queue,
      lane,
      jobs: KNOWN_JOBS[queue],
      concurrency: lane === 'print' ? printConcurrency : JOBS_AHEAD,
      work: lane === 'print' ? printed : limit.begin,
      onTrouble: onRedisError,
      onError: (error, documentIds) =>
        log.error('un trabajo falló', { queue: lane, documentIds, error }),
    });
  };
  return new Map(settings.lanes.map((lane) => [lane, consume(lane)]));
}

interface Watched {
  emitting: readonly EmissionLane[];
  consumers: ReadonlyMap<Lane, Consumer>;
  sweep: Pick<Sweep, 'withoutRedis'>;
}

function startWatchdogs(
  { queues, log, giveUp }: WorkOptions,
  { emitting, consumers, sweep }: Watched,
): (() => Promise<void>)[] {
  // while Redis accepts no jobs, waiting jobs are no sign of a stuck consumer
  const waitingIn = async (lane: EmissionLane) =>
    sweep.withoutRedis() ? 0 : queues.depth.takeable(lane);
  return emitting.map((lane) => {
    const consumer = consumers.get(lane) as Consumer;
    return startWatchdog({ consumer, waiting: () => waitingIn(lane), log, giveUp });
  });
}
