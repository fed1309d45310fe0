/** Reads from Redis how many jobs wait, whether the queue is paused and whether it was emptied. */
import { randomUUID } from 'node:crypto';
import { createRedis, PREFIX, QUEUE } from '@rafaga/queue';

export interface Depth {
  /** The number of jobs that no worker has taken. Rejects when Redis does not answer. */
  waiting(): Promise<number>;
  /** The same, but 0 while an operator has paused the queue. */
  takeable(): Promise<number>;
  /** Whether an operator has paused the queue, by the last answer of Redis. */
  paused(): Promise<boolean>;
  /** True once after Redis was emptied, and in one process only. */
  emptied(): Promise<boolean>;
  close(): void;
}

const EPOCH = `${PREFIX}:epoch`;
/**
 * BullMQ's private keys, read in one round trip. Its getters (getJobCountByTypes, isPaused) make
 * several within the 100 ms of this connection, and with them test/faults F20 left documents
 * unsettled on a busy machine.
 */
const key = (list: string) => `${PREFIX}:${QUEUE.emit}:${list}`;

export function createDepth(redisUrl: string, onError: (error: Error) => void): Depth {
  const redis = createRedis(redisUrl, 'request', onError);
  let paused = false;
  const readPaused = async () => {
    paused = (await redis.hexists(key('meta'), 'paused')) === 1;
    return paused;
  };
  const depth: Depth = {
    async waiting() {
      const counts = await redis.multi().zcard(key('prioritized')).llen(key('wait')).exec();
      return (counts ?? []).reduce((sum, [error, count]) => {
        if (error) throw error;
        return sum + Number(count);
      }, 0);
    },
    takeable: async () => ((await readPaused()) ? 0 : depth.waiting()),
    // without an answer, the last one is used
    paused: () => readPaused().catch(() => paused),
    emptied: async () => (await redis.set(EPOCH, randomUUID(), 'NX')) === 'OK',
    close: () => redis.disconnect(),
  };
  return depth;
}
