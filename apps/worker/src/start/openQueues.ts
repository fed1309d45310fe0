/** Opens the queues in Redis that a worker adds jobs to, and the connection that counts jobs. */

import {
  createBatchedEnqueuer,
  createDecidedDocuments,
  createEmissionQueue,
  createFormerQueues,
  createPrintQueue,
} from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { settledWithin } from '@rafaga/runtime/concurrency';
import { startLoop } from '../loop.js';
import { createDepth } from '../queues/depth.js';

/** How often the jobs are taken that processes of an earlier version enqueue. */
const TAKE_EVERY_MS = 5_000;
const TAKE_WITHIN_MS = 2_000;

export type Queues = ReturnType<typeof openQueues>;

/** @param onError called for every failure of Redis; the connections recover by themselves */
export function openQueues(redisServers: RedisServers, onError: (error: Error) => void) {
  const printQueue = createPrintQueue(redisServers, onError);
  const printEnqueuer = createBatchedEnqueuer(printQueue, onError);
  const emissionQueue = createEmissionQueue(redisServers, onError);
  const decided = createDecidedDocuments(redisServers, onError);
  const depth = createDepth(redisServers, onError);
  const former = createFormerQueues(redisServers, onError);
  const stopTaking = startLoop(async () => {
    await former.takeJobs().catch(onError);
    return TAKE_EVERY_MS;
  });
  return {
    emissionQueue,
    depth,
    print: printEnqueuer.enqueue,
    decided: decided.add,
    /** Resolves in any case: without Redis there is nothing to pause. */
    takePauses: () => settledWithin(former.takePauses().catch(onError), TAKE_WITHIN_MS),
    async close() {
      await stopTaking();
      former.close();
      await Promise.all([printEnqueuer.close(), decided.close()]);
      await Promise.all([printQueue.close(), emissionQueue.close()]);
      depth.close();
    },
  };
}
