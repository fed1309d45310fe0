/**
 * The gauges of a worker's /metrics, read at each scrape: its own state, its queue in Redis and the
 * open documents in PostgreSQL. The gauges of a server that does not answer are left out.
 */
import {
  countBacklog,
  countWaits,
  type Db,
  findMonthsAhead,
  listEndingCertificates,
  poolState,
} from '@rafaga/db';
import type { Conditions } from '@rafaga/runtime';
import { addConditionGauge, addPoolGauges, type Metrics } from '@rafaga/runtime/metrics';
import type { Authorities, Breaker } from '../exchange/authorities.js';
import type { Consumer } from '../queues/consumer.js';
import type { Depth } from '../queues/depth.js';
import type { Sweep } from '../queues/sweep.js';

export interface GaugeSources {
  db: Db;
  depth: Pick<Depth, 'waiting' | 'printing'>;
  authorities: Pick<Authorities, 'breakers'>;
  sweep: Pick<Sweep, 'lastRound'>;
  consumers: readonly Pick<Consumer, 'busy'>[];
  conditions: Pick<Conditions, 'list'>;
}

export function addGauges(metrics: Metrics, sources: GaugeSources): void {
  addOwn(metrics, sources);
  addBreakers(metrics, sources);
  addRedis(metrics, sources);
  addPostgres(metrics, sources);
  addCertificates(metrics, sources);
  addMonths(metrics, sources);
  addPoolGauges(metrics, { primary: () => poolState(sources.db) });
  addConditionGauge(metrics, sources.conditions.list);
}

function addOwn({ gauge, onScrape }: Metrics, { consumers, sweep }: GaugeSources): void {
  const underway = gauge('rafaga_jobs_underway', 'Jobs that this process is working on.', []);
  const swept = gauge(
    'rafaga_sweeper_last_success_timestamp_seconds',
    'When the last sweep ended.',
    [],
  );
  onScrape([underway, swept], async () => {
    underway.set(consumers.reduce((sum, one) => sum + one.busy(), 0));
    swept.set((performance.timeOrigin + sweep.lastRound()) / 1000);
  });
}

const STATES: readonly ReturnType<Breaker['state']>[] = ['closed', 'open', 'half-open'];

function addBreakers({ gauge, onScrape }: Metrics, { authorities }: GaugeSources): void {
  const breakers = gauge(
    'rafaga_sunat_breakers',
    'Circuit breakers of this process, one for each service of an authority, by state.',
    ['authority', 'service', 'state'],
  );
  onScrape([breakers], async () => {
    for (const { authority, service, state } of authorities.breakers()) {
      const now = state();
      for (const each of STATES)
        breakers.inc({ authority, service, state: each }, Number(each === now));
    }
  });
}

function addRedis({ gauge, onScrape }: Metrics, { depth }: GaugeSources): void {
  const jobs = gauge('rafaga_queue_jobs', 'Jobs that wait in Redis.', ['queue']);
  onScrape([jobs], async () => {
    const [emit, print] = await Promise.all([depth.waiting(), depth.printing()]);
    jobs.set({ queue: 'emit' }, emit);
    jobs.set({ queue: 'print' }, print);
  });
}

function addPostgres({ gauge, onScrape }: Metrics, { db }: GaugeSources): void {
  const open = gauge('rafaga_documents_open', 'Pending documents, by stage.', ['stage']);
  const age = gauge(
    'rafaga_queue_oldest_age_seconds',
    'Age of the oldest pending document that neither a later time nor a pause holds, by class.',
    ['queue', 'class'],
  );
  const stuck = gauge('rafaga_references_stuck', 'Documents in review, by reason.', ['reason']);
  const waiting = gauge(
    'rafaga_documents_waiting',
    'Pending documents that are not in review, by the class of their last wait; none: no wait yet.',
    ['class'],
  );
  const ending = gauge(
    'rafaga_documents_ending',
    'Pending documents whose term for sending ends today or has ended.',
    ['term'],
  );
  const leases = gauge('rafaga_leases_held', 'Documents that some worker holds now.', []);
  onScrape([open, age, stuck, waiting, ending, leases], async () => {
    const [backlog, causes] = await Promise.all([countBacklog(db), countWaits(db)]);
    const { recorded, signed, sending, due, overdue, held } = backlog;
    leases.set(held);
    ending.set({ term: 'today' }, due);
    ending.set({ term: 'missed' }, overdue);
    for (const [stage, count] of Object.entries({ recorded, signed, sending }))
      open.set({ stage }, count);
    for (const { review, reason, count, oldestDue } of causes) {
      if (review) {
        stuck.set({ reason: String(reason) }, count);
        continue;
      }
      const ofClass = { class: reason ?? 'none' };
      waiting.set(ofClass, count);
      if (oldestDue)
        age.set(
          { queue: 'emit', ...ofClass },
          Math.max(0, Date.now() - oldestDue.getTime()) / 1000,
        );
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
