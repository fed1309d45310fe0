/** What the health is judged by: asked for at most every few seconds, whatever the number of those who look. */
import { readVitals, type Vitals } from '@rafaga/db';
import { countQueues, type QueueCounts, type QueueName } from '@rafaga/queue';
import type { Deps } from '../app.js';

export interface Taken {
  vitals: Vitals;
  queues: Record<QueueName, QueueCounts> | undefined;
}

const FRESH_MS = 3_000;
const last = new WeakMap<Deps, { at: number; taken: Promise<Taken> }>();

export function takeFacts(deps: Deps): Promise<Taken> {
  const known = last.get(deps);
  if (known && performance.now() - known.at < FRESH_MS) return known.taken;
  const taken = Promise.all([readVitals(deps.db), queuesOf(deps)]).then(([vitals, queues]) => ({ vitals, queues }));
  last.set(deps, { at: performance.now(), taken });
  taken.catch(() => last.delete(deps));
  return taken;
}

/** Redis is only the bell: without it there is less to show. */
export async function queuesOf({ redisUrl }: Deps): Promise<Taken['queues']> {
  return countQueues(redisUrl).catch(() => undefined);
}
