/**
 * Checks the eviction policy of Redis: a Redis that may evict keys loses jobs and counters, and the
 * fault gives the operator the command that changes the policy.
 */
import type { RedisServers } from '@rafaga/runtime/redis';
import type { Redis } from 'ioredis';
import { addressOf, createRedis, mastersOf, type RedisClient } from './connection.js';

const NO_EVICTION = 'noeviction';

/**
 * Reads the fault of the policy of these servers, in Spanish; undefined without a fault or without
 * an answer.
 */
export async function readPolicyFault(redisServers: RedisServers): Promise<string | undefined> {
  const redis = createRedis(redisServers, 'request');
  try {
    await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject));
    return await policyFaultOf(redis);
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

/** The fault of the first master that has one. */
export async function policyFaultOf(redis: RedisClient): Promise<string | undefined> {
  const faults = await Promise.all(mastersOf(redis).map(policyFaultOfServer));
  return faults.find((fault) => fault !== undefined);
}

/** The fault of one server. INFO is allowed where CONFIG is not, as in most managed Redis. */
export async function policyFaultOfServer(redis: Redis): Promise<string | undefined> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy === undefined || policy === NO_EVICTION) return undefined;
  const { host, port } = addressOf(redis);
  return (
    `Redis puede borrar lo que guarda: su maxmemory-policy es «${policy}» y debe ser ` +
    `«${NO_EVICTION}». ` +
    `Se arregla con: redis-cli -h ${host} -p ${port} CONFIG SET maxmemory-policy ${NO_EVICTION} ` +
    `(y «maxmemory-policy ${NO_EVICTION}» en redis.conf, para que dure)`
  );
}
