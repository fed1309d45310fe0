/**
 * What the API says of itself: whether it can issue, and what it misses; each thing is looked at in
 * its own time, not when it is asked for.
 */
import { hostname } from 'node:os';
import { createHeartbeat, type Db, POSTGRES_FULL } from '@rafaga/db';
import { createRedisProbe } from '@rafaga/queue';
import {
  answersInTime,
  type Conditions,
  describeCondition,
  type Health,
  type Probes,
  startProbes,
} from '@rafaga/runtime';
import { storeProbe, type WatchedStore } from '@rafaga/storage';

export interface ApiHealth {
  health: Health;
  probes: Probes<'redis' | 'postgres' | 'files'>;
  /** From here on it is not ready. */
  leave(): void;
  close(): Promise<void>;
}

export interface ApiHealthOptions {
  db: Db;
  redisUrl: string;
  files: WatchedStore;
  conditions: Conditions;
  /** A sale has found no room in the database. */
  full(): boolean;
  /** What keeps it from issuing, besides PostgreSQL. */
  missing(): string[];
  /** What it does without, known at this moment, by names that begin with a word. */
  missed(): string[];
}

export function createApiHealth({
  db,
  redisUrl,
  files,
  conditions,
  full,
  missing,
  missed,
}: ApiHealthOptions): ApiHealth {
  const heartbeat = createHeartbeat(db, {
    kind: 'api',
    name: `${hostname()}-${process.pid}`,
    conditions: conditions.list,
    isDiskFull: full,
  });
  const redisProbe = createRedisProbe(redisUrl);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    files: storeProbe(files),
  });
  let leaving = false;
  return {
    probes,
    health: {
      alive: () => undefined,
      ready: async () => [
        ...(leaving ? ['stopping'] : []),
        ...((await answersInTime(db.pool.query('SELECT 1'))) ? missing() : ['postgres']),
      ],
      // what a look found says more than what is known at this moment
      degraded: () =>
        onceAWord([
          ...conditions.list().map(describeCondition),
          ...(full() ? [describeCondition(POSTGRES_FULL)] : []),
          ...missed(),
        ]),
    },
    leave: () => {
      leaving = true;
    },
    async close() {
      probes.stop();
      redisProbe.close();
      await heartbeat.close();
    },
  };
}

/** A word alone says nothing beside one that is explained, and the same is not said twice. */
function onceAWord(told: readonly string[]): string[] {
  const explained = new Set(
    told.filter((one) => one.includes(':')).map((one) => one.split(':', 1)[0]),
  );
  return [...new Set(told)].filter((one) => one.includes(':') || !explained.has(one));
}
