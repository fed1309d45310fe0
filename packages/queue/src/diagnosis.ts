/** Reads what an operator's diagnosis says about a Redis: its memory, persistence and clock. */
import { once } from 'node:events';
import type { Condition } from '@rafaga/runtime/conditions';
import type { RedisServers } from '@rafaga/runtime/redis';
import type { Redis } from 'ioredis';
import { addressOf, createRedis, mastersOf } from './connection.js';
import { policyFaultOfServer } from './policy.js';
import { redisRefusal, writeAsQueues } from './probe.js';
import { explainUnreachable } from './unreachable.js';

export interface RedisState {
  version: string;
  /** The Spanish fault of its eviction policy. */
  policy: string | undefined;
  /** Why a write is refused. */
  refused: Pick<Condition, 'text' | 'remedy'> | undefined;
  usedBytes: number;
  /** 0: no limit. */
  maxBytes: number;
  /** Whether jobs survive its restart: it writes each command, or snapshots. */
  persistence: 'aof' | 'snapshots' | 'none';
  /** Its `host:port`, in a cluster. */
  node?: string;
  /** How many can replace it, behind sentinels and in a cluster. */
  replicas?: number;
  /** Whether it is a node of a cluster. */
  cluster: boolean;
  /** The server's clock. */
  at: Date;
}

/**
 * Reads the state of each master.
 * @throws the error of the connection when it does not answer
 */
export async function readRedisStates(redisServers: RedisServers): Promise<RedisState[]> {
  let refused: Error | undefined;
  const redis = createRedis(redisServers, 'probe', (error) => {
    refused = error;
  });
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(3_000) });
    return await Promise.all(mastersOf(redis).map((master) => read(master, redisServers)));
  } catch (error) {
    throw refused ?? error;
  } finally {
    redis.disconnect();
  }
}

async function read(redis: Redis, servers: RedisServers): Promise<RedisState> {
  const replaceable = typeof servers === 'object' && !('url' in servers);
  const info = await redis.info();
  const value = (name: string) => new RegExp(`^${name}:(\\S*)`, 'm').exec(info)?.[1] ?? '';
  const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
  const at = new Date(seconds * 1_000 + micros / 1_000);
  const { host, port } = addressOf(redis);
  return {
    ...(replaceable && 'nodes' in servers && { node: `${host}:${port}` }),
    ...(replaceable && { replicas: Number(value('connected_slaves')) }),
    version: value('redis_version'),
    policy: await policyFaultOfServer(redis),
    refused: await writeAsQueues(redis).then(() => undefined, refusal),
    usedBytes: Number(value('used_memory')),
    maxBytes: Number(value('maxmemory')),
    persistence: value('aof_enabled') === '1' ? 'aof' : await snapshots(redis),
    cluster: value('cluster_enabled') === '1',
    at,
  };
}

/** Of a cluster, only the master of the emission queue takes the key: the others are not asked. */
const refusal = (error: Error): RedisState['refused'] =>
  /^MOVED\b/.test(error.message)
    ? undefined
    : (redisRefusal(error) ?? explainUnreachable(error) ?? { text: error.message });

/** Where CONFIG is not allowed, as in most managed Redis, snapshots are taken for granted. */
const snapshots = (redis: Redis): Promise<'snapshots' | 'none'> =>
  redis.config('GET', 'save').then(
    (reply) => ((reply as string[])[1] ? 'snapshots' : 'none'),
    () => 'snapshots',
  );
