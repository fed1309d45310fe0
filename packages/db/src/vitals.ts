/** The signs of life of the house, as PostgreSQL knows them: how much, how old, how fast. Every question reads an index or a small table. */
import type { Db } from './db.js';
import { URGENT } from './sweep.js';

export interface Vitals {
  /** When PostgreSQL was asked. */
  at: Date;
  lastIssued: Date | null;
  lastSettled: Date | null;
  /** Documents a minute, the oldest minute first, the current one last. */
  issued: number[];
  settled: number[];
  /** On their way, without those in review. */
  open: number;
  oldest: Date | null;
  review: number;
  /** Of those on their way, the ones whose business rests. */
  paused: number;
  /** Those that cannot reach the authority, and when the next of them tries. */
  unreachable: number;
  nextTry: Date | null;
  /** Must be sent today. */
  urgent: number;
  /** Processes that hold a document now. */
  holders: number;
  /** The last step that any process wrote. */
  lastStep: Date | null;
  withoutCdr: number;
  /** Active businesses whose certificate has run out, or will within 7 and 30 days. */
  certificates: { expired: number; week: number; month: number };
}

const MINUTES = 30;
/** More in half an hour are not counted one by one. */
const MOST = 200_000;
/** The first id that a document of a moment can have: ids hold the milliseconds since 2024. */
const ID_OF = (moment: string) => `((extract(epoch FROM ${moment}) * 1000)::bigint - 1704067200000) << 10`;

const VITALS = `
  SELECT now() AS at,
    (SELECT created_at FROM documents ORDER BY id DESC LIMIT 1) AS "lastIssued",
    (SELECT max(at) FROM (SELECT at FROM attempts ORDER BY id DESC LIMIT 50) AS a) AS "lastStep",
    (SELECT max(at) FROM (SELECT at, step FROM attempts ORDER BY id DESC LIMIT 500) AS a WHERE step IN ('accepted', 'rejected')) AS "lastSettled",
    (SELECT array_agg(coalesce(m.count, 0) ORDER BY minute) FROM generate_series(0, ${MINUTES - 1}) AS g (minute) LEFT JOIN (
        SELECT ${MINUTES - 1} - floor(extract(epoch FROM now() - created_at) / 60)::int AS minute, count(*)::int FROM (
          SELECT created_at FROM documents WHERE id > ${ID_OF(`now() - interval '${MINUTES} minutes'`)} ORDER BY id DESC LIMIT ${MOST}) AS d
        GROUP BY 1) AS m USING (minute)) AS issued,
    (SELECT array_agg(coalesce(m.count, 0) ORDER BY minute) FROM generate_series(0, ${MINUTES - 1}) AS g (minute) LEFT JOIN (
        SELECT ${MINUTES - 1} - floor(extract(epoch FROM now() - settled_at) / 60)::int AS minute, count(*)::int FROM (
          SELECT o.settled_at FROM documents d JOIN outcomes o ON o.document_id = d.id
          WHERE d.id > ${ID_OF(`now() - interval '${2 * MINUTES} minutes'`)} AND o.settled_at > now() - interval '${MINUTES} minutes'
          LIMIT ${MOST}) AS s
        GROUP BY 1) AS m USING (minute)) AS settled,
    e.*, c.*, (SELECT count(*)::int FROM outcomes WHERE without_cdr AND settled_at > now() - interval '7 days') AS "withoutCdr"
  FROM (
    SELECT count(*) FILTER (WHERE review_reason IS NULL)::int AS open, min(e.created_at) FILTER (WHERE review_reason IS NULL) AS oldest,
      count(*) FILTER (WHERE review_reason IS NOT NULL)::int AS review,
      count(*) FILTER (WHERE review_reason IS NULL AND b.paused_until > now())::int AS paused,
      count(*) FILTER (WHERE review_reason IS NULL AND retry_class = 'unreachable')::int AS unreachable,
      min(e.next_at) FILTER (WHERE review_reason IS NULL AND retry_class = 'unreachable') AS "nextTry",
      count(*) FILTER (WHERE ${URGENT})::int AS urgent,
      count(DISTINCT lease_owner) FILTER (WHERE lease_until > now())::int AS holders
    FROM emissions e JOIN businesses b ON b.id = e.business_id) AS e,
  (
    SELECT count(*) FILTER (WHERE not_after <= now())::int AS expired,
      count(*) FILTER (WHERE not_after > now() AND not_after < now() + interval '7 days')::int AS week,
      count(*) FILTER (WHERE not_after > now() AND not_after < now() + interval '30 days')::int AS month
    FROM certificates JOIN businesses b ON b.id = business_id WHERE active AND b.state = 'active') AS c`;

export async function readVitals(db: Db): Promise<Vitals> {
  const { rows } = await db.pool.query<Omit<Vitals, 'certificates'> & Vitals['certificates']>({ name: 'vitals', text: VITALS });
  const { expired, week, month, ...rest } = rows[0] as Omit<Vitals, 'certificates'> & Vitals['certificates'];
  return { ...rest, certificates: { expired, week, month } };
}

export interface Cause {
  stage: string;
  /** Why it waits, or why it is in review. */
  why: string | null;
  code: string | null;
  count: number;
  oldest: Date;
}

/** What is open, by what keeps it open; the most first. */
export async function countCauses(db: Db): Promise<Cause[]> {
  const { rows } = await db.pool.query<Cause>({
    name: 'count_causes',
    text: `SELECT stage, coalesce(review_reason, retry_class) AS why, CASE WHEN attempts > 0 THEN last_code END AS code, count(*)::int AS count,
        min(created_at) AS oldest
      FROM emissions GROUP BY 1, 2, 3 ORDER BY count(*) DESC, min(created_at) LIMIT 50`,
  });
  return rows;
}

export interface Holder {
  worker: string;
  documents: number;
  until: Date;
}

/** Which process holds how many documents now. */
export async function listHolders(db: Db): Promise<Holder[]> {
  const { rows } = await db.pool.query<Holder>({
    name: 'list_holders',
    text: `SELECT lease_owner AS worker, count(*)::int AS documents, max(lease_until) AS until FROM emissions
      WHERE lease_until > now() GROUP BY lease_owner ORDER BY lease_owner`,
  });
  return rows;
}

export interface ExchangeLine {
  authority: string;
  step: string;
  code: string | null;
  count: number;
  /** Milliseconds of half, and of all but the slowest twentieth. */
  p50: number | null;
  p95: number | null;
  last: Date;
}

/** What the authorities said in the last hour, or in the last 20,000 steps. */
export async function readExchange(db: Db): Promise<ExchangeLine[]> {
  const { rows } = await db.pool.query<ExchangeLine>({
    name: 'read_exchange',
    text: `SELECT b.authority, a.step, a.code, count(*)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY a.took_ms) AS p50,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY a.took_ms) AS p95, max(a.at) AS last
      FROM (SELECT business_id, step, code, took_ms, at FROM attempts ORDER BY id DESC LIMIT 20000) AS a
      JOIN businesses b ON b.id = a.business_id
      WHERE a.at > now() - interval '1 hour' AND a.step IN ('accepted', 'rejected', 'asked', 'waiting', 'review')
      GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC`,
  });
  return rows;
}
