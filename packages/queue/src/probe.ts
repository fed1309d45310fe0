/** What is wrong with Redis, found out by writing to it: one that is full still answers a PING. */
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { createRedis } from './connection.js';
import { PREFIX } from './jobs.js';
import { askPolicy } from './policy.js';

interface Wrong {
  word: string;
  text: string;
  remedy?: string;
}

/** What Redis says when it takes no write, by the first word of its error. */
const REFUSALS: readonly (readonly [says: RegExp, wrong: Wrong])[] = [
  [
    /^OOM\b/,
    {
      word: 'redis_lleno',
      text: 'Redis está lleno y no acepta escrituras',
      remedy:
        'Dale más memoria (maxmemory) o libera la que usan otros; mientras tanto los ' +
        'envíos siguen desde PostgreSQL',
    },
  ],
  [
    /^READONLY\b/,
    {
      word: 'redis_solo_lectura',
      text: 'Redis es una réplica y no acepta escrituras',
      remedy: 'REDIS_URL debe apuntar al principal',
    },
  ],
  [
    /^MISCONF\b/,
    {
      word: 'redis_solo_lectura',
      text: 'Redis no puede guardar en su disco y no acepta escrituras',
      remedy: 'Libera espacio donde Redis guarda sus datos',
    },
  ],
];

const AWAY: Wrong = {
  word: 'redis',
  text: 'Redis no responde',
  remedy: 'Revisa que Redis esté en marcha y que REDIS_URL lo nombre',
};

/** The refusal that an error of Redis is; undefined when it is none: it may be away. */
export const redisRefusal = (error: Error): Wrong | undefined =>
  REFUSALS.find(([says]) => says.test(error.message))?.[1];

const KEY = `${PREFIX}:probe`;
const EVERY_MS = 2_000;
const CONNECT_MS = 1_000;
const WITHIN_MS = 1_500;
/** The policy is asked for at every so many looks. */
const POLICY_EVERY = 3;

export interface RedisProbe {
  words: readonly string[];
  everyMs: number;
  withinMs: number;
  look(): Promise<readonly Wrong[]>;
  failed(error: Error): Wrong;
  close(): void;
}

/** On a connection of its own, so that nothing waits behind it. */
export function createRedisProbe(redisUrl: string): RedisProbe {
  const redis = createRedis(redisUrl, 'counter');
  let looks = 0;
  let policy: string | undefined;

  async function look(): Promise<readonly Wrong[]> {
    const refused = await write(redis);
    // not allowed to ask: nothing is known, and nothing is claimed
    if (looks++ % POLICY_EVERY === 0) policy = await askPolicy(redis).catch(() => undefined);
    const wrongPolicy =
      policy === undefined
        ? []
        : [{ word: 'redis_politica', text: 'Redis puede borrar lo que guarda', remedy: policy }];
    return refused ? [refused, ...wrongPolicy] : wrongPolicy;
  }

  return {
    words: ['redis', 'redis_politica', ...new Set(REFUSALS.map(([, { word }]) => word))],
    everyMs: EVERY_MS,
    withinMs: WITHIN_MS,
    look,
    failed: () => AWAY,
    close: () => redis.disconnect(),
  };
}

/** @returns the refusal; throws when Redis does not answer */
async function write(redis: Redis): Promise<Wrong | undefined> {
  // the first look may come before the connection
  if (redis.status !== 'ready')
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) });
  try {
    await redis.set(KEY, Date.now(), 'EX', 60);
    return undefined;
  } catch (error) {
    const refused = redisRefusal(error as Error);
    if (!refused) throw error;
    return refused;
  }
}
