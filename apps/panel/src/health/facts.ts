/**
 * What the health is judged by: asked for at most every few seconds, whatever the number of those
 * who look.
 */
import { readVitals, type Vitals } from '@rafaga/db';
import { countQueues, type QueueCounts, type QueueName } from '@rafaga/queue';
import type { Deps } from '../app.js';

export interface Taken {
  vitals: Vitals;
  queues: Record<QueueName, QueueCounts> | undefined;
  /** PostgreSQL could not tell this time: these are the last that it told. */
  silent: boolean;
}

const FRESH_MS = 3_000;
const last = new WeakMap<Deps, { at: number; taken: Promise<Taken> }>();
const known = new WeakMap<Deps, Taken>();

/** Rejects when PostgreSQL does not answer and never has. */
export function takeFacts(deps: Deps): Promise<Taken> {
  const recent = last.get(deps);
  if (recent && performance.now() - recent.at < FRESH_MS) return recent.taken;
  const taken = ask(deps);
  last.set(deps, { at: performance.now(), taken });
  taken.catch(() => last.delete(deps));
  return taken;
}

async function ask(deps: Deps): Promise<Taken> {
  try {
    const [vitals, queues] = await Promise.all([readVitals(deps.db), queuesOf(deps)]);
    const taken = { vitals, queues, silent: false };
    known.set(deps, taken);
    return taken;
  } catch (error) {
    const before = known.get(deps);
    if (!before) throw error;
    deps.log.warn('la salud no se pudo calcular', { error });
    return { ...before, silent: true };
  }
}

/** Redis is only the bell: without it there is less to show. */
export async function queuesOf({ redisUrl }: Deps): Promise<Taken['queues']> {
  return countQueues(redisUrl).catch(() => undefined);
}
