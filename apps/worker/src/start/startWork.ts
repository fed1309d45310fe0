/** Starts what processes documents: a consumer for each queue, the sweep, and the watchdog. */
import { documentLogFields } from '@rafaga/db';
import { type DocumentJob, KNOWN_JOBS, type PrintJob, printedBy, QUEUE } from '@rafaga/queue';
import type { Conditions, Logger } from '@rafaga/runtime';
import type { Tracing } from '@rafaga/tracing';
import type { WorkerMetrics } from '../metrics/workerMetrics.js';
import { createPrintThreads, type DrawPrints } from '../printing/drawPrints.js';
import { createPrint } from '../printing/print.js';
import { type Consumer, createConsumer } from '../queues/consumer.js';
import { createDirect } from '../queues/direct.js';
import { startSweep } from '../queues/sweep.js';
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
  /** The compiled thread that draws, where this file runs uncompiled. */
  printThread?: URL | undefined;
}

const DRAIN_MS = 25_000;
/** Jobs that may wait in Redis for each document that can be processed at once. */
const WINDOW = 3;

export type Work = ReturnType<typeof startWork>;

export function startWork(options: WorkOptions) {
  const { settings, stores, queues, emit, down, conditions, log, giveUp } = options;
  const { emitConcurrency } = settings;
  const threads = openThreads(options);
  const consumers = startConsumers(options, threads.draw);
  const emitting = consumers[settings.queues.indexOf('emit')];
  const direct =
    emitting &&
    createDirect({
      concurrency: emitConcurrency,
      queued: emitting.busy,
      work: emit,
      onError: (error, documentId) => log.error('un trabajo falló', { documentId, error }),
    });
  const sweep = startSweep({
    db: stores.db,
    emissionQueue: queues.emissionQueue,
    depth: queues.depth,
    window: WINDOW * emitConcurrency,
    down,
    direct,
    conditions,
    log,
  });
  // while Redis accepts no jobs, waiting jobs are no sign of a stuck consumer
  const waiting = async () => (sweep.withoutRedis() ? 0 : queues.depth.takeable());
  const stopWatchdog = emitting && startWatchdog({ consumer: emitting, waiting, log, giveUp });
  return {
    consumers,
    sweep,
    /** Whether this process sends documents. */
    emits: emitting !== undefined,
    stopWatchdog: () => stopWatchdog?.(),
    /** Takes no more documents and finishes those under way. */
    async drain() {
      await Promise.all([...consumers, direct].map((taker) => taker?.stop(DRAIN_MS)));
      await threads.close();
    },
  };
}

/** The threads that draw start with the first job. */
const openThreads = ({ settings, printThread }: WorkOptions) =>
  createPrintThreads({ threads: settings.printConcurrency, module: printThread });

function startConsumers(options: WorkOptions, draw: DrawPrints): Consumer[] {
  const { settings, stores, metrics, emit, tracing, log, onRedisError } = options;
  const { redisServers, emitConcurrency, printConcurrency } = settings;
  const untraced = createPrint({
    ...{ ...stores, draw },
    async onError(error, documentId) {
      metrics.pdfsEnded('failed', 1);
      const fields = await documentLogFields(stores.db, documentId);
      log.error('un PDF no se pudo dibujar o guardar', { ...fields, error });
    },
  });
  const print = tracing ? tracedPrint(tracing, stores.db, untraced) : untraced;
  const shared = { redisServers, onTrouble: onRedisError };
  const start = {
    emit: () =>
      createConsumer<DocumentJob>({
        jobs: KNOWN_JOBS.emit,
        ...shared,
        queue: QUEUE.emit,
        concurrency: emitConcurrency,
        work: ({ documentId }) => emit(documentId),
        onError: (error, { documentId }) =>
          log.error('un trabajo falló', { queue: 'emit', documentId, error }),
      }),
    print: () =>
      createConsumer<PrintJob | DocumentJob>({
        jobs: KNOWN_JOBS.print,
        ...shared,
        queue: QUEUE.print,
        concurrency: printConcurrency,
        work: async (job) => metrics.pdfsEnded('stored', (await print(printedBy(job))).length),
        onError: (error, job) =>
          log.error('un trabajo falló', { queue: 'print', documentIds: printedBy(job), error }),
      }),
  };
  return settings.queues.map((queue) => start[queue]());
}
