/** Starts the probes of what a worker depends on; its health is what they find. */
import { createHeartbeat, ping } from '@rafaga/db';
import { createRedisProbe } from '@rafaga/queue';
import {
  answersInTime,
  type Conditions,
  describeCondition,
  type Health,
  startProbes,
} from '@rafaga/runtime';
import { storeProbe } from '@rafaga/storage';
import { cdrProbe } from '../cdrs/probe.js';
import type { Progress } from '../metrics/progress.js';
import type { WorkerSettings } from '../settings.js';
import type { Stores } from './openStores.js';
import type { Work } from './startWork.js';

export interface ProbingOptions {
  settings: WorkerSettings;
  name: string;
  stores: Stores;
  work: Pick<Work, 'emits' | 'sweep'>;
  progress: Progress;
  conditions: Conditions;
  pace: number;
  /** The process finishes what it has and takes no more. */
  stopping(): boolean;
}

/** The sweep goes round several times a second, whatever is down. */
const STILL_MS = 30_000;
/** Without progress a worker is not ready; without anything else it only does less. */
const NO_PROGRESS = 'sin_avance';

export function startProbing(options: ProbingOptions) {
  const { settings, name, stores, work, progress, conditions, pace } = options;
  const { db, files } = stores;
  const heartbeat = createHeartbeat(db, {
    kind: 'worker',
    name,
    conditions: conditions.list,
    progressAgo: progress.ago,
  });
  const redisProbe = createRedisProbe(settings.redisUrl);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    files: storeProbe(files),
    cdrs: cdrProbe(db, pace),
    ...(work.emits && { progress: progress.probe }),
  });
  return {
    health: healthOf(options),
    lookAtFiles: () => probes.look('files'),
    stop() {
      probes.stop();
      redisProbe.close();
    },
    /** Says in the database that this process has left. */
    leave: heartbeat.close,
  };
}

const healthOf = ({ stores, work, conditions, stopping }: ProbingOptions): Health => ({
  alive: () =>
    performance.now() - work.sweep.lastRound() > STILL_MS ? 'el barrido no avanza' : undefined,
  ready: async () => [
    ...(stopping() ? ['stopping'] : []),
    ...((await answersInTime(ping(stores.db))) ? stores.continuity.trouble() : ['postgres']),
    ...conditions
      .list()
      .filter(({ word }) => word === NO_PROGRESS)
      .map(describeCondition),
  ],
  degraded: () => conditions.list().map(describeCondition),
});
