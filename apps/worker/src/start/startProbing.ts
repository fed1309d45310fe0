/** Starts the probes of what a worker depends on, and derives its health from them. */
import { createHeartbeat, monthsProbe, ping } from '@rafaga/db';
import { createRedisProbe } from '@rafaga/queue';
import {
  answersInTime,
  type Conditions,
  describeCondition,
  type Health,
  startProbes,
  startProcessLoad,
  VERSION,
} from '@rafaga/runtime';
import { storeProbe } from '@rafaga/storage';
import { cdrProbe } from '../cdrs/probe.js';
import type { AuthorityClocks } from '../exchange/authorityClocks.js';
import { sampleProbe } from '../files/probe.js';
import type { BrokenSecrets } from '../keys/brokenSecrets.js';
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
  brokenSecrets: Pick<BrokenSecrets, 'probe'>;
  clocks: Pick<AuthorityClocks, 'probe'>;
  conditions: Conditions;
  pace: number;
  /** Whether the process takes no more documents and finishes those that it has. */
  stopping(): boolean;
}

/** A sweep round takes a fraction of a second, even when a server is down. */
const SWEEP_STALLED_MS = 30_000;
/** The one condition that makes a worker unready; the others only degrade it. */
const NO_PROGRESS = 'sin_avance';

export type Probing = ReturnType<typeof startProbing>;

export function startProbing(options: ProbingOptions) {
  const { settings, name, stores, work, progress, conditions, pace } = options;
  const { db, files } = stores;
  const heartbeat = createHeartbeat(db, {
    kind: 'worker',
    name,
    version: VERSION,
    conditions: conditions.list,
    load: startProcessLoad(),
    progressAgo: progress.ago,
  });
  const redisProbe = createRedisProbe(settings.redisServers);
  const probes = startProbes(conditions, {
    redis: redisProbe,
    postgres: heartbeat,
    files: storeProbe(files),
    sample: sampleProbe(db, files, pace),
    cdrs: cdrProbe(db, pace),
    months: monthsProbe(db),
    keys: options.brokenSecrets.probe,
    clocks: options.clocks.probe,
    ...(work.emits && { progress: progress.probe }),
  });
  return {
    health: healthOf(options),
    checkFiles: () => probes.check('files'),
    stop() {
      probes.stop();
      redisProbe.close();
    },
    /** Records in the database that this process has ended. */
    leave: heartbeat.close,
  };
}

function healthOf({ stores, work, conditions, stopping }: ProbingOptions): Health {
  const postgresAnswers = answersInTime(() => ping(stores.db));
  return {
    alive: () =>
      performance.now() - work.sweep.lastRound() > SWEEP_STALLED_MS
        ? 'el barrido no avanza'
        : undefined,
    ready: async () => [
      ...(stopping() ? ['stopping'] : []),
      ...((await postgresAnswers()) ? stores.continuity.trouble() : ['postgres']),
      ...conditions
        .list()
        .filter(({ word }) => word === NO_PROGRESS)
        .map(describeCondition),
    ],
    degraded: () => [
      ...stores.continuity.conditions().map(({ word }) => word),
      ...conditions.list().map(describeCondition),
    ],
  };
}
