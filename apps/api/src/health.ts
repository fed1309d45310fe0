/**
 * Health of the API: whether it can issue, and what is degraded; probes run at an interval, not
 * when health is requested.
 */
import { createHeartbeat, type Db, monthsProbe, POSTGRES_FULL, ping } from '@rafaga/db';
import { createRedisProbe } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import {
  answersInTime,
  type Conditions,
  describeCondition,
  type Health,
  type Probe,
  type Probes,
  startProbes,
  startProcessLoad,
  VERSION,
} from '@rafaga/runtime';
import { storeProbe, type WatchedStore } from '@rafaga/storage';

export interface ApiHealth {
  health: Health;
  probes: Probes<'redis' | 'postgres' | 'files' | 'months' | 'replica'>;
  /** From now on the process is not ready, because it is stopping. */
  leave(): void;
  close(): Promise<void>;
}

export interface ApiHealthOptions {
  /** The name of the process in PostgreSQL. */
  name: string;
  db: Db;
  /** Absent without a replica. */
  replicaProbe: Probe | undefined;
  redisServers: RedisServers;
  files: WatchedStore;
  conditions: Conditions;
  /** Whether the last sale found the disk of the database full. */
  isDatabaseDiskFull(): boolean;
  /** Reasons that prevent issuing, besides PostgreSQL. */
  notReady(): string[];
  /** What is degraded now: each is a stable word, or that word, a colon and a sentence. */
  degraded(): string[];
}

export function createApiHealth(options: ApiHealthOptions): ApiHealth {
  const { db, conditions, isDatabaseDiskFull, notReady, degraded } = options;
  const { probes, close } = startApiProbes(options);
  let leaving = false;
  return {
    probes,
    health: {
      alive: () => undefined,
      ready: async () => [
        ...(leaving ? ['stopping'] : []),
        ...((await answersInTime(ping(db))) ? notReady() : ['postgres']),
      ],
      // a word that also comes with a sentence is left out
      degraded: () =>
        withoutRepetition([
          ...conditions.list().map(describeCondition),
          ...(isDatabaseDiskFull() ? [describeCondition(POSTGRES_FULL)] : []),
          ...degraded(),
        ]),
    },
    leave: () => {
      leaving = true;
    },
    close,
  };
}

/** Starts the probes, of which that of PostgreSQL is the heartbeat of this process. */
function startApiProbes(options: ApiHealthOptions): Pick<ApiHealth, 'probes' | 'close'> {
  const { db, replicaProbe, conditions } = options;
  const heartbeat = createHeartbeat(db, {
    kind: 'api',
    name: options.name,
    version: VERSION,
    conditions: conditions.list,
    load: startProcessLoad(),
    isDiskFull: options.isDatabaseDiskFull,
  });
  const redisProbe = createRedisProbe(options.redisServers);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    files: storeProbe(options.files),
    months: monthsProbe(db),
    ...(replicaProbe && { replica: replicaProbe }),
  });
  return {
    probes,
    async close() {
      probes.stop();
      redisProbe.close();
      await heartbeat.close();
    },
  };
}

/** Removes repetitions, and words that another text explains. */
function withoutRepetition(texts: readonly string[]): string[] {
  const explained = new Set(
    texts.filter((one) => one.includes(':')).map((one) => one.split(':', 1)[0]),
  );
  return [...new Set(texts)].filter((one) => one.includes(':') || !explained.has(one));
}
