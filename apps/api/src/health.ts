/**
 * Health of the API: whether it can issue, and what is degraded. Probes run at intervals, not when
 * health is requested.
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
  probes: Probes<'redis' | 'postgres' | 'files' | 'journal' | 'months' | 'replica'>;
  /** Makes the process unready, because it is stopping. */
  leave(): void;
  close(): Promise<void>;
}

export interface ApiHealthOptions {
  /** The name of the process in its heartbeat. */
  name: string;
  db: Db;
  /** Absent without a replica. */
  replicaProbe: Probe | undefined;
  journalProbe: Probe;
  redisServers: RedisServers;
  files: WatchedStore;
  conditions: Conditions;
  /** Whether the last sale failed because the disk of the database is full. */
  isDatabaseDiskFull(): boolean;
  /** Reasons that prevent issuing, besides PostgreSQL. */
  notReady(): string[];
  /** What is degraded now: a stable word, or 'word: sentence'. */
  degraded(): string[];
}

export function createApiHealth(options: ApiHealthOptions): ApiHealth {
  const { db, conditions, isDatabaseDiskFull, notReady, degraded } = options;
  const { probes, close } = startApiProbes(options);
  const postgresAnswers = answersInTime(() => ping(db));
  let leaving = false;
  return {
    probes,
    health: {
      alive: () => undefined,
      ready: async () => [
        ...(leaving ? ['stopping'] : []),
        ...((await postgresAnswers()) ? notReady() : ['postgres']),
      ],
      // leaves out a word that also comes with a sentence
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

/** Starts the probes; the probe of PostgreSQL also records the heartbeat of this process. */
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
    journal: options.journalProbe,
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
