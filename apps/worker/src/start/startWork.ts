/** Starts what processes documents: a consumer for each queue, the sweep, and the watchdog. */
import { QUEUE } from '@rafaga/queue';
import type { Conditions, Logger } from '@rafaga/runtime';
import { createPrint } from '../print.js';
import { createConsumer } from '../queues/consumer.js';
import { createDirect } from '../queues/direct.js';
import { startSweep } from '../queues/sweep.js';
import { startWatchdog } from '../queues/watchdog.js';
import type { WorkerSettings } from '../settings.js';
import type { Queues } from './openQueues.js';
import type { Stores } from './openStores.js';

export interface WorkOptions {
  settings: WorkerSettings;
  stores: Pick<Stores, 'db' | 'files'>;
  queues: Queues;
  /** Processes one document. */
  emit(documentId: number): Promise<void>;
  /** Endpoints whose circuit breakers are open. */
  down(): string[];
  conditions: Conditions;
  log: Logger;
  onRedisError(error: Error): void;
  giveUp(): void;
}

const DRAIN_MS = 25_000;
/** Jobs that may wait in Redis for each document that can be processed at once. */
const WINDOW = 3;

export type Work = ReturnType<typeof startWork>;

export function startWork(options: WorkOptions) {
  const { settings, stores, queues, emit, down, conditions, log, giveUp } = options;
  const { emitConcurrency } = settings;
  const consumers = startConsumers(options);
  const emitting = consumers[settings.queues.indexOf('emit')];
  const direct =
    emitting &&
    createDirect({
      concurrency: emitConcurrency,
      queued: emitting.busy,
      work: emit,
      onError: (error) => log.error('un trabajo falló', { error }),
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
    drain: () =>
      Promise.all([...consumers, direct].map((taker) => taker?.stop(DRAIN_MS))).then(() => {}),
  };
}

const startConsumers = ({ settings, stores, emit, log, onRedisError }: WorkOptions) =>
  settings.queues.map((queue) =>
    createConsumer({
      queue: QUEUE[queue],
      redisUrl: settings.redisUrl,
      concurrency: queue === 'emit' ? settings.emitConcurrency : settings.printConcurrency,
      work: queue === 'emit' ? emit : createPrint(stores),
      onError: (error) => log.error('un trabajo falló', { queue, error }),
      onTrouble: onRedisError,
    }),
  );
