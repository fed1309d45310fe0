/**
 * The gauges of a worker's /metrics, read at each scrape: its own state, its queue in Redis and the
 * open documents in PostgreSQL. The gauges of a server that does not answer are left out.
 */
import { countBacklog, countPendingCauses, type Db } from '@rafaga/db';
import type { Metrics } from '@rafaga/runtime/metrics';
import type { Authorities } from '../exchange/authorities.js';
import type { Consumer } from '../queues/consumer.js';
import type { Depth } from '../queues/depth.js';
import type { Sweep } from '../queues/sweep.js';

export interface GaugeSources {
  db: Db;
  depth: Pick<Depth, 'waiting'>;
  authorities: Pick<Authorities, 'down'>;
  sweep: Pick<Sweep, 'lastRound'>;
  consumers: readonly Pick<Consumer, 'busy'>[];
}

export function addGauges(metrics: Metrics, sources: GaugeSources): void {
  addOwn(metrics, sources);
  addRedis(metrics, sources);
  addPostgres(metrics, sources);
}

function addOwn(
  { gauge, onScrape }: Metrics,
  { authorities, consumers, sweep }: GaugeSources,
): void {
  const open = gauge(
    'rafaga_sunat_breaker_open',
    'Endpoints of the authority whose circuit breakers are open.',
    [],
  );
  const underway = gauge('rafaga_jobs_underway', 'Jobs that this process is working on.', []);
  const swept = gauge(
    'rafaga_sweeper_last_success_timestamp_seconds',
    'When the last sweep ended.',
    [],
  );
  onScrape([open, underway, swept], async () => {
    open.set(authorities.down().length);
    underway.set(consumers.reduce((sum, one) => sum + one.busy(), 0));
    swept.set((performance.timeOrigin + sweep.lastRound()) / 1000);
  });
}

function addRedis({ gauge, onScrape }: Metrics, { depth }: GaugeSources): void {
  const jobs = gauge('rafaga_queue_jobs', 'Jobs that wait in Redis.', ['queue', 'state']);
  onScrape([jobs], async () =>
    jobs.set({ queue: 'emit', state: 'waiting' }, await depth.waiting()),
  );
}

function addPostgres({ gauge, onScrape }: Metrics, { db }: GaugeSources): void {
  const open = gauge('rafaga_documents_open', 'Pending documents, by stage.', ['stage']);
  const age = gauge('rafaga_queue_oldest_age_seconds', 'Age of the oldest pending document.', [
    'queue',
  ]);
  const stuck = gauge('rafaga_references_stuck', 'Documents in review, by reason.', ['reason']);
  onScrape([open, age, stuck], async () => {
    const [backlog, causes] = await Promise.all([countBacklog(db), countPendingCauses(db)]);
    const { recorded, signed, sending, oldest } = backlog;
    for (const [stage, count] of Object.entries({ recorded, signed, sending }))
      open.set({ stage }, count);
    age.set({ queue: 'emit' }, oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1000) : 0);
    for (const { stage, reason, count } of causes)
      if (stage === 'review' && reason !== null) stuck.inc({ reason }, count);
  });
}
