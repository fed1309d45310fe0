/** Opens connections to Redis by their use: a worker waits without limit, a request 100 ms. */
import { Redis, type RedisOptions } from 'ioredis';

export type RedisUse = 'worker' | 'request' | 'counter';

// socketTimeout replaces an open connection without answers, and sends its commands again
const OPTIONS: Record<RedisUse, RedisOptions> = {
  // BullMQ accepts nothing but null here, and blocks for 10 s at most
  worker: { maxRetriesPerRequest: null, socketTimeout: 12_000 },
  // an answer within 100 ms or none: a caller's request succeeds without Redis
  request: {
    maxRetriesPerRequest: 1,
    commandTimeout: 100,
    enableOfflineQueue: false,
    socketTimeout: 1_000,
  },
  // as 'request', for code that limits the time itself
  counter: { maxRetriesPerRequest: 1, enableOfflineQueue: false, socketTimeout: 1_000 },
};

/**
 * Opens a connection that reconnects without limit, at most 2 s apart. Errors go only to `onError`:
 * an outage of Redis does not end the process.
 */
export function createRedis(
  url: string,
  use: RedisUse,
  onError: (error: Error) => void = () => undefined,
): Redis {
  const redis = new Redis(url, {
    ...OPTIONS[use],
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  });
  redis.on('error', onError);
  return endSocketTimeoutOnClose(redis);
}

/**
 * Clears the timer of `socketTimeout`, which ioredis leaves running when a connection closes: the
 * timer keeps a stopped process alive and breaks the next connection. BullMQ blocks on duplicates
 * of a connection, so they are treated in the same way.
 */
function endSocketTimeoutOnClose(redis: Redis): Redis {
  const timed = redis as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => endSocketTimeoutOnClose(duplicate(override));
  return redis.on('close', () => {
    clearTimeout(timed.socketTimeoutTimer);
    timed.socketTimeoutTimer = undefined;
  });
}
