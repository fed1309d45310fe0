/** Reads what else decides about the next step of a reference: pauses, processes, the queue. */
import { type Business, type DocumentSummary, listProcesses } from '@rafaga/db';
import { limaToday } from '@rafaga/fiscal';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { readQueues } from '../health/systemStats.js';
import { isPermitted } from '../users/permissions.js';
import type { Surroundings } from './sentences.js';

export async function readSurroundings(
  { deps, now, user }: AuthenticatedRequest,
  { emission }: Pick<DocumentSummary, 'emission'>,
  business: Business | null,
  { canAsk }: { canAsk: boolean },
): Promise<Surroundings> {
  // a settled document depends on nothing more
  const [queues, workers] = emission
    ? await Promise.all([readQueues(deps), hasWorkers(deps)])
    : [undefined, true];
  return {
    now,
    today: limaToday(now),
    pause: pauseOf(business),
    queuePaused: queues?.emissionPaused ?? false,
    restoring: deps.restoring(),
    workers,
    canAsk,
    mayAct: isPermitted(user.role, 'references.act'),
  };
}

const pauseOf = (business: Business | null): Surroundings['pause'] =>
  business?.pausedUntil ? { until: business.pausedUntil, reason: business.pauseReason } : undefined;

/** Why no worker has claimed what was issued more than a minute ago, for a cell of a list. */
export async function whyUntouched({ deps }: AuthenticatedRequest): Promise<string> {
  if (deps.restoring()) return 'la restauración sigue abierta';
  const [{ emissionPaused }, workers] = await Promise.all([readQueues(deps), hasWorkers(deps)]);
  if (!workers) return 'no hay ningún procesador en marcha';
  if (emissionPaused) return 'la cola de emisión está en pausa';
  return 'hay procesadores en marcha, y ninguno llega a él';
}

/** A process that has been silent for longer does not run. */
const SILENT_MS = 30_000;

async function hasWorkers({ db }: AuthenticatedRequest['deps']): Promise<boolean> {
  const { at, processes } = await listProcesses(db);
  return processes.some(
    ({ kind, seenAt }) => kind === 'worker' && at.getTime() - seenAt.getTime() < SILENT_MS,
  );
}
