/** Finds what is wrong with Redis by writing to it: a full Redis still answers a PING. */
import { once } from 'node:events';
import type { Condition, Probe } from '@rafaga/runtime/conditions';
import type { RedisServers } from '@rafaga/runtime/redis';
import { createRedis, type RedisClient } from './connection.js';
import { prefixOf, QUEUE } from './jobs.js';
import { policyFaultOf } from './policy.js';
import { silenceOfSentinels } from './sentinels.js';
import { explainUnreachable, isSilentSentinel } from './unreachable.js';

/** The faults for errors with which Redis refuses a write, by the first word of the error. */
const REFUSALS: readonly (readonly [error: RegExp, fault: Condition])[] = [
  [
    /^OOM\b/,
    {
      word: 'redis_lleno',
      text: 'Redis está lleno y no acepta escrituras',
      remedy:
        'Dale más memoria (maxmemory) o libera la que usan otros; mientras tanto los ' +
        'procesadores toman los envíos de PostgreSQL',
    },
  ],
  [
    /^READONLY\b/,
    {
      word: 'redis_solo_lectura',
      text: 'Redis es una réplica y no acepta escrituras',
      remedy: 'REDIS_URL debe apuntar al principal, o REDIS_SENTINELS a quienes saben cuál es',
    },
  ],
  [
    /^MISCONF\b/,
    {
      word: 'redis_solo_lectura',
      text: 'Redis no puede guardar en su disco y no acepta escrituras',
      remedy:
        'Libera espacio donde Redis guarda sus datos, o devuélvele el permiso de escribir ahí; ' +
        'su log dice cuál de los dos',
    },
  ],
];

const UNAVAILABLE: Condition = {
  word: 'redis',
  text: 'Redis no responde',
  remedy:
    'Revisa que Redis esté en marcha y que REDIS_URL (o REDIS_SENTINELS, REDIS_CLUSTER) lo nombre',
};

/** The fault for an error of Redis; undefined when the error refuses no write. */
export const redisRefusal = (error: Error): Condition | undefined =>
  REFUSALS.find(([pattern]) => pattern.test(error.message))?.[1];

const KEY = `${prefixOf(QUEUE.emit)}:probe`;
/** As the queues write: in a script, which a user may be forbidden to run. */
const WRITE = `return redis.call('SET', KEYS[1], ARGV[1], 'EX', 60)`;
const EVERY_MS = 2_000;
const CONNECT_MS = 1_000;
const WITHIN_MS = 1_500;
/** The policy is read at every third check. */
const POLICY_EVERY = 3;

export interface RedisProbe extends Probe {
  close(): void;
}

/** Creates the probe with a connection of its own, so that no other command delays it. */
export function createRedisProbe(redisServers: RedisServers): RedisProbe {
  let lost: Error | undefined;
  /** The client says that sentinels are unreachable, and a sentinel why. */
  let cause: Promise<Error | undefined> | undefined;
  let explained: Error | undefined;
  const redis = createRedis(redisServers, 'probe', (error) => {
    lost = error;
    if (isSilentSentinel(error)) cause ??= silenceOfSentinels(redisServers);
  });
  redis.on('ready', () => {
    lost = undefined;
  });
  let checks = 0;
  let policy: string | undefined;

  async function check(): Promise<readonly Condition[]> {
    const refused = await write(redis).catch(async (error) => {
      explained = await cause;
      cause = undefined;
      throw error;
    });
    // a Redis that does not allow INFO: its policy is unknown
    if (checks++ % POLICY_EVERY === 0) policy = await policyFaultOf(redis).catch(() => undefined);
    const policyFaults =
      policy === undefined
        ? []
        : [{ word: 'redis_politica', text: 'Redis puede borrar lo que guarda', remedy: policy }];
    return refused ? [refused, ...policyFaults] : policyFaults;
  }

  return {
    words: ['redis', 'redis_politica', ...new Set(REFUSALS.map(([, { word }]) => word))],
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    check,
    failed: (error) =>
      (explained && explainUnreachable(explained)) ??
      explainUnreachable(lost ?? error) ??
      UNAVAILABLE,
    close: () => redis.disconnect(),
  };
}

/** Writes a key of the emission queue, as the queues do. */
export const writeAsQueues = (redis: RedisClient): Promise<unknown> =>
  redis.eval(WRITE, 1, KEY, Date.now());

/** @returns the fault, when Redis refuses the write; throws when it does not answer */
async function write(redis: RedisClient): Promise<Condition | undefined> {
  // the first check may begin before the connection is ready
  if (redis.status !== 'ready')
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) });
  try {
    await writeAsQueues(redis);
    return undefined;
  } catch (error) {
    const refused = redisRefusal(error as Error);
    if (!refused) throw error;
    return refused;
  }
}
