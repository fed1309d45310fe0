/** Opens the connections to Redis: one counts calls, the other enqueues. */
import { createEmissionEnqueuer, createEmissionQueue, createRedis } from '@rafaga/queue';
import { type Logger, type RedisServers, throttleErrors } from '@rafaga/runtime';

export function openQueue(redisServers: RedisServers, log: Logger) {
  const redisTrouble = throttleErrors((error, times) =>
    log.warn('Redis no responde o no acepta', { error, times }),
  );
  const redis = createRedis(redisServers, 'counter', redisTrouble);
  const emissionQueue = createEmissionQueue(redisServers, redisTrouble);
  const enqueuer = createEmissionEnqueuer(emissionQueue, redisTrouble);
  const close = async () => {
    redis.disconnect();
    await emissionQueue.close();
  };
  return { redis, enqueuer, redisTrouble, drain: enqueuer.close, close };
}
