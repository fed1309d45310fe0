/**
 * The statistics that the home page shows: read at most once every few seconds, however many
 * browsers request them.
 */
import { listPausedQueues, readSystemStats, type SystemStats } from '@rafaga/db';
import { countQueues, type QueueCounts, type QueueName } from '@rafaga/queue';
import { memoize } from '@rafaga/runtime/concurrency';
import type { Deps } from '../deps.js';

export interface StatsSnapshot {
  stats: SystemStats;
  /** Undefined while Redis does not answer: documents are issued and sent without it. */
  queues: Record<QueueName, QueueCounts> | undefined;
  emissionPaused: boolean;
  /** PostgreSQL did not answer the last query: these are the values of the one before. */
  stale: boolean;
}

const FRESH_MS = 3_000;
const current = memoize<Deps, StatsSnapshot>({ max: 1, ttlMs: FRESH_MS });
const lastRead = new WeakMap<Deps, StatsSnapshot>();

/** Rejects when PostgreSQL does not answer and never has. */
export const systemStats = (deps: Deps): Promise<StatsSnapshot> =>
  current(deps, () => readSnapshot(deps));

async function readSnapshot(deps: Deps): Promise<StatsSnapshot> {
  try {
    const [stats, queues] = await Promise.all([readSystemStats(deps.db), readQueues(deps)]);
    const snapshot = { stats, ...queues, stale: false };
    lastRead.set(deps, snapshot);
    return snapshot;
  } catch (error) {
    const before = lastRead.get(deps);
    if (!before) throw error;
    deps.log.warn('la salud no se pudo calcular', { error });
    return { ...before, stale: true };
  }
}

export async function readQueues({
  db,
  redisServers,
}: Deps): Promise<Pick<StatsSnapshot, 'queues' | 'emissionPaused'>> {
  const counting = countQueues(redisServers).catch(() => undefined);
  const paused = await listPausedQueues(db);
  const queues = await counting;
  // Redis may have forgotten the pause; one of an earlier version is in Redis alone
  return { queues, emissionPaused: paused.includes('emit') || queues?.emit.paused === true };
}
