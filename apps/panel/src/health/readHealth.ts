/** The health of the installation now: its facts, read within seconds, and the verdict on them. */
import type { Deps } from '../deps.js';
import { type HealthVerdict, healthVerdict } from './healthVerdict.js';
import { type SendingStop, sendingStops } from './sendingStops.js';
import { type StatsSnapshot, systemStats } from './systemStats.js';
import { unknownProblems } from './unknownProblems.js';

export interface Health {
  verdict: HealthVerdict;
  /** By its key: whether it cannot be told now if the problem holds. */
  isUnknown(key: string): boolean;
  /** Undefined: PostgreSQL has never answered. */
  snapshot: StatsSnapshot | undefined;
}

/** Never rejects: that PostgreSQL or Redis does not answer is part of the verdict. */
export async function readHealth(deps: Deps): Promise<Health> {
  const snapshot = await systemStats(deps).catch(() => undefined);
  const facts = {
    now: deps.now(),
    stats: snapshot?.stats,
    stale: snapshot?.stale ?? true,
    queues: snapshot?.queues,
    emissionPaused: snapshot?.emissionPaused ?? false,
    own: deps.conditions.list(),
    restoring: deps.restoring(),
  };
  return { verdict: healthVerdict(facts), isUnknown: unknownProblems(facts), snapshot };
}

/** What keeps every document from being sent now, as far as the servers answer. */
export async function readSendingStops(deps: Deps): Promise<SendingStop[]> {
  const snapshot = await systemStats(deps).catch(() => undefined);
  const { stats, emissionPaused = false } = snapshot ?? {};
  return sendingStops({ restoring: deps.restoring(), emissionPaused, stats });
}
