/** Opens the queues in Redis that a worker adds jobs to, and the connection that counts jobs. */

import {
  createBatchedEnqueuer,
  createDecidedDocuments,
  createEmissionQueue,
  createPrintQueue,
} from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import { createDepth } from '../queues/depth.js';

export type Queues = ReturnType<typeof openQueues>;

/** @param onError called for every failure of Redis; the connections recover by themselves */
export function openQueues(redisServers: RedisServers, onError: (error: Error) => void) {
  const printQueue = createPrintQueue(redisServers, onError);
  const printEnqueuer = createBatchedEnqueuer(printQueue, onError);
  const emissionQueue = createEmissionQueue(redisServers, onError);
  const decided = createDecidedDocuments(redisServers, onError);
  const depth = createDepth(redisServers, onError);
  return {
    emissionQueue,
    depth,
    print: printEnqueuer.enqueue,
    decided: decided.add,
    async close() {
      await Promise.all([printEnqueuer.close(), decided.close()]);
      await Promise.all([printQueue.close(), emissionQueue.close()]);
      depth.close();
    },
  };
}
