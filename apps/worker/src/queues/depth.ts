/**
 * What the sweep must know of Redis: how many jobs wait, whether it was emptied, whether paused.
 */
import { randomUUID } from 'node:crypto';
import { createQueueOpener, createRedis, PREFIX, QUEUE } from '@rafaga/queue';

export interface Depth {
  /** Jobs that no worker has taken. Rejects when Redis does not answer. */
  waiting(): Promise<number>;
  /** The same, and none while an operator has paused the queue. */
  takeable(): Promise<number>;
  /** Whether an operator has paused the queue, by the last answer of Redis. */
  paused(): Promise<boolean>;
  /** True once after Redis was emptied, and in one process only. */
  emptied(): Promise<boolean>;
  close(): void;
}

/** A key of our own beside BullMQ's: a Redis without it was emptied. */
const EPOCH = `${PREFIX}:epoch`;

export function createDepth(redisUrl: string, onError: (error: Error) => void): Depth {
  const redis = createRedis(redisUrl, 'request', onError);
  // reading needs no write, which a full Redis would refuse
  const queue = createQueueOpener(redis, QUEUE.emit, onError, { skipMetasUpdate: true });
  let paused = false;
  const readPaused = async () => {
    paused = await (await queue.open()).isPaused();
    return paused;
  };
  const waiting = async () => (await queue.open()).getJobCountByTypes('waiting', 'prioritized');
  return {
    waiting,
    takeable: async () => ((await readPaused()) ? 0 : waiting()),
    // while Redis does not answer, the last answer holds
    paused: () => readPaused().catch(() => paused),
    emptied: async () => (await redis.set(EPOCH, randomUUID(), 'NX')) === 'OK',
    close: () => {
      redis.disconnect();
      void queue.close();
    },
  };
}
