/**
 * A Redis that may throw keys away when it is full loses jobs, and counts: whoever runs it should
 * hear of it, with what mends it.
 */
import type { Redis } from 'ioredis';
import { createRedis } from './connection.js';

const RIGHT = 'noeviction';

/**
 * What is wrong with the policy of the Redis at an address, in Spanish; undefined: all is well, or
 * it cannot be asked.
 */
export async function policyOf(redisUrl: string): Promise<string | undefined> {
  const redis = createRedis(redisUrl, 'request');
  try {
    await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject));
    return await askPolicy(redis);
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** INFO tells it also where CONFIG is forbidden, as in most managed ones. */
export async function askPolicy(redis: Redis): Promise<string | undefined> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === RIGHT) return undefined;
  const { host, port } = redis.options;
  return (
    `Redis puede borrar lo que guarda: su maxmemory-policy es «${policy}» y debe ser «${RIGHT}». ` +
    `Se arregla con: redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy ${RIGHT} ` +
    `(y «maxmemory-policy ${RIGHT}» en redis.conf, para que dure)`
  );
}
