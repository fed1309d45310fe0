/** Opens connections to Redis by their use: a worker waits without end, a request does not wait. */
import { Redis, type RedisOptions } from 'ioredis';

export type RedisUse = 'worker' | 'request' | 'counter';

// socketTimeout replaces a connection that gives no answers although it is open, and its commands
// are sent again
const OPTIONS: Record<RedisUse, RedisOptions> = {
  // BullMQ accepts nothing but null here, and blocks for 10 s at most
  worker: { maxRetriesPerRequest: null, socketTimeout: 12_000 },
  // an answer in 100 ms or none: a caller's request can do without Redis
  request: {
    maxRetriesPerRequest: 1,
    commandTimeout: 100,
    enableOfflineQueue: false,
    socketTimeout: 1_000,
  },
  // the same for users that limit the time themselves
  counter: { maxRetriesPerRequest: 1, enableOfflineQueue: false, socketTimeout: 1_000 },
};

/**
 * Reconnects without end, at most 2 s apart. Errors go to `onError` and nowhere else: an outage is
 * not a crash.
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
 * ioredis leaves the timer of `socketTimeout` running when a connection closes: it keeps a stopped
 * process alive, and breaks the connection that came after. BullMQ blocks on duplicates, so they
 * get the same treatment.
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
