/**
 * The gauges of a worker's /metrics, read at each scrape: its own state, its queue in Redis and the
 * open documents in PostgreSQL. The gauges of a server that does not answer are left out.
 */
import {
  countBacklog,
  countPendingCauses,
  type Db,
  findMonthsAhead,
  listEndingCertificates,
  poolState,
} from '@rafaga/db';
import type { Conditions } from '@rafaga/runtime';
import { addConditionGauge, addPoolGauges, type Metrics } from '@rafaga/runtime/metrics';
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
  conditions: Pick<Conditions, 'list'>;
}

export function addGauges(metrics: Metrics, sources: GaugeSources): void {
  addOwn(metrics, sources);
  addRedis(metrics, sources);
  addPostgres(metrics, sources);
  addCertificates(metrics, sources);
  addMonths(metrics, sources);
  addPoolGauges(metrics, () => poolState(sources.db));
  addConditionGauge(metrics, sources.conditions.list);
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
  const age = gauge(
    'rafaga_queue_oldest_age_seconds',
    'Age of the oldest pending document that neither a later time nor a pause holds.',
    ['queue'],
  );
  const stuck = gauge('rafaga_references_stuck', 'Documents in review, by reason.', ['reason']);
  const waiting = gauge('rafaga_documents_waiting', 'Pending documents that wait, by class.', [
    'class',
  ]);
  const ending = gauge(
    'rafaga_documents_ending',
    'Pending documents whose term for sending ends today or has ended.',
    ['term'],
  );
  const leases = gauge('rafaga_leases_held', 'Documents that some worker holds now.', []);
  onScrape([open, age, stuck, waiting, ending, leases], async () => {
    const [backlog, causes] = await Promise.all([countBacklog(db), countPendingCauses(db)]);
    const { recorded, signed, sending, due, overdue, oldestDue, held } = backlog;
    leases.set(held);
    ending.set({ term: 'today' }, due);
    ending.set({ term: 'missed' }, overdue);
    for (const [stage, count] of Object.entries({ recorded, signed, sending }))
      open.set({ stage }, count);
    const ageMs = oldestDue ? Date.now() - oldestDue.getTime() : 0;
    age.set({ queue: 'emit' }, Math.max(0, ageMs) / 1000);
    for (const { stage, reason, count } of causes) {
      if (reason === null) continue;
      if (stage === 'review') stuck.inc({ reason }, count);
      else waiting.inc({ class: reason }, count);
    }
  });
}

function addMonths({ gauge, onScrape }: Metrics, { db }: GaugeSources): void {
  const ends = gauge(
    'rafaga_document_months_end_timestamp_seconds',
    'When the last month that has partitions for its documents ends.',
    [],
  );
  onScrape([ends], async () => ends.set((await findMonthsAhead(db)).ends.getTime() / 1000));
}

const DAYS = 30;

function addCertificates({ gauge, onScrape }: Metrics, { db }: GaugeSources): void {
  const ending = gauge(
    'rafaga_certificates_ending',
    `Businesses whose certificate is missing or not valid, or ends within ${DAYS} days.`,
    ['state'],
  );
  onScrape([ending], async () => {
    const now = Date.now();
    const found = await listEndingCertificates(db, DAYS);
    const valid = found.filter(
      ({ notBefore, notAfter }) =>
        notBefore && notAfter && notBefore.getTime() <= now && notAfter.getTime() > now,
    ).length;
    ending.set({ state: 'ending' }, valid);
    ending.set({ state: 'invalid' }, found.length - valid);
  });
}
