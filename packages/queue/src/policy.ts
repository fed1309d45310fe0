/**
 * Checks the eviction policy of Redis: one that may evict keys when it is full loses jobs and
 * counters, and its operator gets the command that changes it.
 */
import type { Redis } from 'ioredis';
import { createRedis } from './connection.js';

const NO_EVICTION = 'noeviction';

/**
 * What is wrong with the policy of the Redis at an address, in Spanish; undefined when nothing is,
 * or when it does not answer.
 */
export async function policyOf(redisUrl: string): Promise<string | undefined> {
  const redis = createRedis(redisUrl, 'request');
  try {
    await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject));
    return await policyFault(redis);
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** Reads INFO, which is allowed where CONFIG is not, as in most managed Redis. */
export async function policyFault(redis: Redis): Promise<string | undefined> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === NO_EVICTION) return undefined;
  const { host, port } = redis.options;
  return (
    `Redis puede borrar lo que guarda: su maxmemory-policy es «${policy}» y debe ser ` +
    `«${NO_EVICTION}». ` +
    `Se arregla con: redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy ${NO_EVICTION} ` +
    `(y «maxmemory-policy ${NO_EVICTION}» en redis.conf, para que dure)`
  );
}
