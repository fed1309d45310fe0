/** Watches what the panel needs (PostgreSQL, Redis, the restoration mode) and answers for it. */
import { createContinuity, createHeartbeat, type Db, ping, restorationAlarm } from '@rafaga/db';
import { createRedisProbe } from '@rafaga/queue';
import type { RedisServers } from '@rafaga/runtime';
import {
  answersInTime,
  createConditions,
  describeCondition,
  type Health,
  type Logger,
  type Probe,
  startProbes,
  startProcessLoad,
  throttleErrors,
  VERSION,
} from '@rafaga/runtime';
import { type FileStore, readMarks } from '@rafaga/storage';

export interface ProbingOptions {
  db: Db;
  files: FileStore;
  /** Absent without a replica. */
  replicaProbe: Probe | undefined;
  redisServers: RedisServers;
  /** The name of this process. */
  name: string;
  log: Logger;
  stopping(): boolean;
}

export type Probing = ReturnType<typeof startProbing>;

export function startProbing(options: ProbingOptions) {
  const { db, files, replicaProbe, redisServers, name, log, stopping } = options;
  const conditions = createConditions(log);
  const heartbeat = createHeartbeat(db, {
    kind: 'panel',
    name,
    version: VERSION,
    conditions: conditions.list,
    load: startProcessLoad(),
  });
  const redisProbe = createRedisProbe(redisServers);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    ...(replicaProbe && { replica: replicaProbe }),
  });
  const continuity = createContinuity({
    process: `panel ${name}`,
    readMarks: () => readMarks(files.mutable),
    onRestoring: (found) => log.error(...restorationAlarm(found)),
    onEnded: () => log.info('terminó la restauración'),
    onError: throttleErrors((error) => log.warn('no se pudo comparar con lo emitido', { error })),
  });
  continuity.watch(db);
  const postgresAnswers = answersInTime(() => ping(db));
  const health: Health = {
    alive: () => undefined,
    ready: async () => [
      ...(stopping() ? ['stopping'] : []),
      ...((await postgresAnswers()) ? [] : ['postgres']),
    ],
    degraded: () => [
      ...continuity.conditions().map(({ word }) => word),
      ...conditions.list().map(describeCondition),
    ],
  };
  return {
    conditions,
    health,
    restoring: continuity.restoring,
    stopComparing: () => continuity.stop(),
    async stop() {
      probes.stop();
      redisProbe.close();
      await heartbeat.close();
    },
  };
}
