/** Connections to Redis, by what they are for: a worker waits for ever, a request never does. */
import { Redis, type RedisOptions } from 'ioredis';

export type RedisUse = 'worker' | 'request' | 'counter';

// a link that swallows everything is made anew, although nobody closes it, and what it swallowed is
// asked again
const OPTIONS: Record<RedisUse, RedisOptions> = {
  // BullMQ accepts nothing but null here, and blocks for 10 s at most
  worker: { maxRetriesPerRequest: null, socketTimeout: 12_000 },
  // an answer in 100 ms or none: what is asked of Redis on behalf of a caller can be done without
  request: {
    maxRetriesPerRequest: 1,
    commandTimeout: 100,
    enableOfflineQueue: false,
    socketTimeout: 1_000,
  },
  // the same for who keeps its own time
  counter: { maxRetriesPerRequest: 1, enableOfflineQueue: false, socketTimeout: 1_000 },
};

/**
 * Reconnects for ever, at most 2 s apart. Errors are told to `onError` and to nobody else: an
 * outage is not a crash.
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
 * are treated alike.
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
