/** Opens the queues in Redis that a worker adds jobs to, and the connection that counts jobs. */
import {
  createDecidedDocuments,
  createEmissionQueue,
  createFormerQueues,
  createPrintEnqueuer,
  createPrintQueue,
  createSharedReadings,
} from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { settledWithin, startLoop } from '@rafaga/runtime/concurrency';
import { createDepth } from '../queues/depth.js';

/** How often jobs that processes of an earlier version enqueue are moved to the present queues. */
const TAKE_EVERY_MS = 5_000;
const TAKE_WITHIN_MS = 2_000;
/** How long counts from PostgreSQL are reused by scrapes. */
const KEEP_READINGS_MS = 10_000;

export type Queues = ReturnType<typeof openQueues>;

interface QueueOptions {
  /** Called for every failure of Redis; the connections recover by themselves. */
  onError(error: Error): void;
  /** Multiplies every wait; tests use less than 1. */
  pace: number;
}

export function openQueues(redisServers: RedisServers, { onError, pace }: QueueOptions) {
  const printQueue = createPrintQueue(redisServers, onError);
  const printEnqueuer = createPrintEnqueuer(printQueue, onError);
  const emissionQueue = createEmissionQueue(redisServers, onError);
  const decided = createDecidedDocuments(redisServers, onError);
  const depth = createDepth(redisServers, onError);
  const readings = createSharedReadings(redisServers, { keepMs: KEEP_READINGS_MS * pace, onError });
  const former = createFormerQueues(redisServers, onError);
  const stopTaking = startLoop(async () => {
    await former.takeJobs().catch(onError);
    return TAKE_EVERY_MS;
  });
  return {
    emissionQueue,
    depth,
    readings,
    print: printEnqueuer.enqueue,
    decided: decided.add,
    /** Never rejects: without Redis there is no pause to take over. */
    takePauses: () => settledWithin(former.takePauses().catch(onError), TAKE_WITHIN_MS),
    async close() {
      // first: a command that Redis never answers would hold up the round for ever
      former.close();
      await stopTaking();
      await Promise.all([printEnqueuer.close(), decided.close()]);
      await Promise.all([printQueue.close(), emissionQueue.close()]);
      depth.close();
      readings.close();
    },
  };
}
