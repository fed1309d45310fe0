/** How much rings in Redis, and whether Redis remembers what was rung before: the two things that the sweep must know of it. */
import { randomUUID } from 'node:crypto';
import { createRedis, PREFIX, QUEUE, watchPolicy } from '@rafaga/queue';

export interface Depth {
  /** Jobs that ring and that nobody has taken. Rejects when Redis does not answer. */
  waiting(): Promise<number>;
  /** The same, and none while an operator has paused the queue: nobody is to blame then that nothing is taken. */
  takeable(): Promise<number>;
  /** True once after Redis forgot everything, and to one process only. */
  forgot(): Promise<boolean>;
  close(): void;
}

const EPOCH = `${PREFIX}:epoch`;
const key = (list: string) => `${PREFIX}:${QUEUE.emit}:${list}`;

export interface DepthOptions {
  onError(error: Error): void;
  /** Hears that Redis is set up so that it may lose what rings. */
  onWrongPolicy(wrong: string): void;
}

export function createDepth(redisUrl: string, { onError, onWrongPolicy }: DepthOptions): Depth {
  const redis = createRedis(redisUrl, 'request', onError);
  watchPolicy(redis, onWrongPolicy);
  const depth: Depth = {
    async waiting() {
      const counts = await redis.multi().zcard(key('prioritized')).llen(key('wait')).exec();
      return (counts ?? []).reduce((sum, [error, count]) => {
        if (error) throw error;
        return sum + Number(count);
      }, 0);
    },
    takeable: async () => ((await redis.hexists(key('meta'), 'paused')) === 1 ? 0 : depth.waiting()),
    forgot: async () => (await redis.set(EPOCH, randomUUID(), 'NX')) === 'OK',
    close: () => redis.disconnect(),
  };
  return depth;
}
