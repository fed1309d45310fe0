/**
 * Health of the API: whether it can issue, and what is degraded. Probes run on their own interval,
 * not when health is requested.
 */
import { hostname } from 'node:os';
import { createHeartbeat, type Db, POSTGRES_FULL, ping } from '@rafaga/db';
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
  /** Not ready any more: the process is stopping. */
  leave(): void;
  close(): Promise<void>;
}

export interface ApiHealthOptions {
  db: Db;
  redisUrl: string;
  files: WatchedStore;
  conditions: Conditions;
  /** The last sale found no room on the database's disk. */
  full(): boolean;
  /** What prevents issuing, besides PostgreSQL. */
  missing(): string[];
  /** What is degraded at this moment, each beginning with one word. */
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
        ...((await answersInTime(ping(db))) ? missing() : ['postgres']),
      ],
      // the text of a probe explains more than the word alone
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

/** Leaves out repetitions, and a word alone where another text explains it. */
function onceAWord(told: readonly string[]): string[] {
  const explained = new Set(
    told.filter((one) => one.includes(':')).map((one) => one.split(':', 1)[0]),
  );
  return [...new Set(told)].filter((one) => one.includes(':') || !explained.has(one));
}
