/**
 * How many jobs wait in Redis, and whether Redis still has what was enqueued before: the two things that
 * the sweep must know of it.
 */
import { randomUUID } from 'node:crypto';
import { createRedis, PREFIX, QUEUE } from '@rafaga/queue';

export interface Depth {
  /** Jobs that no worker has taken. Rejects when Redis does not answer. */
  waiting(): Promise<number>;
  /**
   * The same, and none while an operator has paused the queue: nobody is to blame then that nothing
   * is taken.
   */
  takeable(): Promise<number>;
  /** Whether an operator has paused the queue, as far as Redis said it last. */
  paused(): Promise<boolean>;
  /** True once after Redis forgot everything, and to one process only. */
  forgot(): Promise<boolean>;
  close(): void;
}

const EPOCH = `${PREFIX}:epoch`;
const key = (list: string) => `${PREFIX}:${QUEUE.emit}:${list}`;

export function createDepth(redisUrl: string, onError: (error: Error) => void): Depth {
  const redis = createRedis(redisUrl, 'request', onError);
  let paused = false;
  const askPaused = async () => {
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
    takeable: async () => ((await askPaused()) ? 0 : depth.waiting()),
    // a Redis that is full answers; one that is away leaves what it said last
    paused: () => askPaused().catch(() => paused),
    forgot: async () => (await redis.set(EPOCH, randomUUID(), 'NX')) === 'OK',
    close: () => redis.disconnect(),
  };
  return depth;
}
