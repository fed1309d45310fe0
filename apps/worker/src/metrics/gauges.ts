/**
 * The gauges of a worker's /metrics, read at each scrape: its own state, its queue in Redis and the
 * open documents in PostgreSQL, which one worker counts for all. The gauges of a server that does
 * not answer are left out.
 */
import { countOpen, type Db, findMonthsAhead, listEndingCertificates, poolState } from '@rafaga/db';
import type { SharedReadings } from '@rafaga/queue';
import type { Conditions } from '@rafaga/runtime';
import { addConditionGauge, addPoolGauges, type Metrics } from '@rafaga/runtime/metrics';
import type { Authorities, Breaker } from '../exchange/authorities.js';
import type { Depth } from '../queues/depth.js';
import type { Sweep } from '../queues/sweep.js';

export interface GaugeSources {
  db: Db;
  depth: Pick<Depth, 'waiting' | 'printing'>;
  authorities: Pick<Authorities, 'breakers'>;
  sweep: Pick<Sweep, 'lastSuccess'>;
  /** How many documents are processed and print jobs run. */
  underway(): number;
  conditions: Pick<Conditions, 'list'>;
  /** Shares what all processes would read in PostgreSQL. */
  share: SharedReadings['share'];
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

function addOwn({ gauge, onScrape }: Metrics, { underway, sweep }: GaugeSources): void {
  const busy = gauge(
    'rafaga_jobs_underway',
    'Documents that this process is processing, and jobs that print.',
    [],
  );
  const swept = gauge(
    'rafaga_sweeper_last_success_timestamp_seconds',
    'When the last sweep ended that did not fail.',
    [],
  );
  onScrape([busy, swept], async () => {
    busy.set(underway());
    swept.set((performance.timeOrigin + sweep.lastSuccess()) / 1000);
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
    jobs.set({ queue: 'emit' }, emit.emit + emit.bulk);
    jobs.set({ queue: 'print' }, print);
  });
}

function addPostgres({ gauge, onScrape }: Metrics, { db, share }: GaugeSources): void {
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
    for (const stage of ['recorded', 'signed', 'sending']) open.set({ stage }, 0);
    for (const term of ['today', 'missed']) ending.set({ term }, 0);
    leases.set(0);
    const ages = new Map<string, number>();
    for (const found of await share('open', () => readOpen(db))) {
      const { stage, reason, count, held, due, overdue, oldestDueMs } = found;
      ending.inc({ term: 'today' }, due);
      ending.inc({ term: 'missed' }, overdue);
      if (stage === 'review') {
        stuck.inc({ reason: String(reason) }, count);
        continue;
      }
      open.inc({ stage }, count);
      leases.inc(held);
      const ofClass = reason ?? 'none';
      waiting.inc({ class: ofClass }, count);
      if (oldestDueMs !== undefined)
        ages.set(ofClass, Math.max(ages.get(ofClass) ?? 0, Date.now() - oldestDueMs));
    }
    for (const [ofClass, ms] of ages) age.set({ queue: 'emit', class: ofClass }, ms / 1000);
  });
}

const readOpen = async (db: Db) =>
  (await countOpen(db)).map(({ oldestDue, ...counts }) => ({
    ...counts,
    ...(oldestDue && { oldestDueMs: oldestDue.getTime() }),
  }));

function addMonths({ gauge, onScrape }: Metrics, { db, share }: GaugeSources): void {
  const ends = gauge(
    'rafaga_document_months_end_timestamp_seconds',
    'When the last month that has partitions for its documents ends.',
    [],
  );
  const read = async () => (await findMonthsAhead(db)).ends.getTime() / 1000;
  onScrape([ends], async () => ends.set(await share('months', read)));
}

const DAYS = 30;

function addCertificates({ gauge, onScrape }: Metrics, { db, share }: GaugeSources): void {
  const ending = gauge(
    'rafaga_certificates_ending',
    `Businesses whose certificate is missing or not valid, or ends within ${DAYS} days.`,
    ['state'],
  );
  onScrape([ending], async () => {
    const { all, valid } = await share('certificates', () => readCertificates(db));
    ending.set({ state: 'ending' }, valid);
    ending.set({ state: 'invalid' }, all - valid);
  });
}

async function readCertificates(db: Db): Promise<{ all: number; valid: number }> {
  const now = Date.now();
  const found = await listEndingCertificates(db, DAYS);
  const valid = found.filter(
    ({ notBefore, notAfter }) =>
      notBefore && notAfter && notBefore.getTime() <= now && notAfter.getTime() > now,
  );
  return { all: found.length, valid: valid.length };
}
