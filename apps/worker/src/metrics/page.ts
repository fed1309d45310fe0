/**
 * What Prometheus reads from a worker: its own counts, and how Redis and PostgreSQL stand; who is
 * away is left out.
 */
import { countBacklog, countPendingCauses, type Db } from '@rafaga/db';
import type { Authorities } from '../exchange/authorities.js';
import type { Consumer } from '../queues/consumer.js';
import type { Depth } from '../queues/depth.js';
import type { Sweep } from '../queues/sweep.js';
import { gauge } from './prometheus.js';
import type { WorkerMetrics } from './workerMetrics.js';

export interface PageOptions {
  metrics: WorkerMetrics;
  db: Db;
  depth: Pick<Depth, 'waiting'>;
  authorities: Pick<Authorities, 'down'>;
  sweep: Pick<Sweep, 'lastRound'>;
  consumers: readonly Pick<Consumer, 'busy'>[];
}

export function createPage({
  metrics,
  db,
  depth,
  authorities,
  sweep,
  consumers,
}: PageOptions): () => Promise<string> {
  const own = () => [
    metrics.text(),
    gauge('rafaga_sunat_breaker_open', 'Endpoints of the authority that nobody is sent to now.', [
      [{}, authorities.down().length],
    ]),
    gauge('rafaga_jobs_underway', 'Jobs that this process is working on.', [
      [{}, consumers.reduce((sum, one) => sum + one.busy(), 0)],
    ]),
    gauge('rafaga_sweeper_last_success_timestamp_seconds', 'When the sweep last went round.', [
      [{}, (performance.timeOrigin + sweep.lastRound()) / 1000],
    ]),
  ];

  async function inRedis(): Promise<string[]> {
    const waiting = await depth.waiting();
    return [
      gauge('rafaga_queue_jobs', 'Jobs that wait in Redis.', [
        [{ queue: 'emit', state: 'waiting' }, waiting],
      ]),
    ];
  }

  async function inPostgres(): Promise<string[]> {
    const [{ recorded, signed, sending, oldest }, causes] = await Promise.all([
      countBacklog(db),
      countPendingCauses(db),
    ]);
    const stuck = new Map<string, number>();
    for (const { stage, reason, count } of causes)
      if (stage === 'review' && reason !== null)
        stuck.set(reason, (stuck.get(reason) ?? 0) + count);
    const age = oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0;
    return [
      gauge('rafaga_documents_open', 'Documents on their way to the authority, by stage.', [
        [{ stage: 'recorded' }, recorded],
        [{ stage: 'signed' }, signed],
        [{ stage: 'sending' }, sending],
      ]),
      gauge('rafaga_queue_oldest_age_seconds', 'Age of the oldest document on its way.', [
        [{ queue: 'emit' }, age],
      ]),
      gauge(
        'rafaga_references_stuck',
        'Documents in review, by reason.',
        [...stuck].map(([reason, count]) => [{ reason }, count]),
      ),
    ];
  }

  return async () => {
    const elsewhere = await Promise.all(
      [inRedis(), inPostgres()].map((asked) => asked.catch((): string[] => [])),
    );
    return [...own(), ...elsewhere.flat()].join('');
  };
}
