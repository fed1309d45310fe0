/**
 * Reads the statistics of the system from PostgreSQL: how many documents are pending, how old they
 * are, how fast they settle. Every query reads an index or a small table.
 */
import { LOGIN_ALARMS } from '../admin/loginFailures.js';
import { type Db, poolOf } from '../db.js';
import { PROCESSES, type ProcessRow, toProcesses } from '../processes/processes.js';
import { MS_OF_ID, NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';
import { OLDEST_PENDING } from './backlog.js';
import {
  AUTHORITIES,
  type AuthorityFacts,
  BY_BUSINESS,
  ISSUERS,
  type IssuerFacts,
  MAX_STEPS,
  toAuthorities,
  toIssuers,
  UNLISTED_ISSUERS,
} from './issuerHealth.js';
import { WITHOUT_CDR } from './stuckStatement.js';

export interface SystemStats {
  /** The time of the query, by PostgreSQL's clock. */
  at: Date;
  lastIssued: Date | null;
  lastSettled: Date | null;
  /** Documents issued a minute: the oldest minute first, the current one last. */
  issued: number[];
  settled: number[];
  /** Pending documents, without those in review. */
  open: number;
  oldest: Date | null;
  review: number;
  /** Accepted documents whose CDR was not received, as `listStuckDocuments` lists them. */
  withoutCdr: number;
  /** Active businesses whose certificate expires within 30 days. */
  expiring: number;
  /** Every process with a heartbeat within a day, and the problems that it reports. */
  processes: ProcessRow[];
  /** The businesses with problems, the worst first, up to a limit. */
  issuers: IssuerFacts[];
  /** The businesses with problems beyond the limit. */
  unlistedIssuers: IssuerFacts[];
  authorities: AuthorityFacts[];
  /** The number of users with many failed sign-ins within an hour. */
  loginAlarms: number;
}

const MINUTES = 30;
/** The most documents that are counted; beyond it, the first minutes of the chart are empty. */
const MAX_COUNTED_DOCUMENTS = 60_000;
/** SQL: the smallest id of a document issued half an hour ago. */
const FIRST_ID = `((extract(epoch FROM now() - interval '${MINUTES} minutes') * 1000)::bigint
  - ${NO_ID_BEFORE_MS}) << 10`;
const MINUTE = (ms: string) => `floor((extract(epoch FROM now()) * 1000 - ${ms}) / 60000)::int`;

/** SQL: counts by minute, the oldest minute first. */
const perMinute = (ago: string, from: string) => `
  (SELECT array_agg(coalesce(m.count, 0) ORDER BY g.ago DESC)
    FROM generate_series(0, ${MINUTES - 1}) AS g (ago) LEFT JOIN (
      SELECT ${ago} AS ago, count(*)::int FROM (${from}) AS each GROUP BY 1) AS m USING (ago))`;

const STATS = `
  WITH steps AS MATERIALIZED (
    SELECT at, step, business_id FROM attempts ORDER BY id DESC LIMIT ${MAX_STEPS}),
  answers AS MATERIALIZED (
    SELECT at, step, business_id FROM steps WHERE step IN ('accepted', 'rejected')),
  ${BY_BUSINESS}
  SELECT now() AS at,
    (SELECT created_at FROM documents ORDER BY id DESC LIMIT 1) AS "lastIssued",
    (SELECT max(at) FROM answers) AS "lastSettled",
    ${perMinute(
      MINUTE(MS_OF_ID('id')),
      `SELECT id FROM documents WHERE id > ${FIRST_ID}
        ORDER BY id DESC LIMIT ${MAX_COUNTED_DOCUMENTS}`,
    )} AS issued,
    ${perMinute(
      MINUTE('extract(epoch FROM at) * 1000'),
      `SELECT at FROM answers
        WHERE at > now() - interval '${MINUTES} minutes'`,
    )} AS settled,
    ${PROCESSES} AS processes, ${ISSUERS} AS issuers,
    ${UNLISTED_ISSUERS} AS "unlistedIssuers", ${AUTHORITIES} AS authorities,
    e.*, c.*, ${LOGIN_ALARMS} AS "loginAlarms",
    (SELECT count(*)::int FROM ${WITHOUT_CDR}) AS "withoutCdr"
  FROM (
    SELECT count(*) FILTER (WHERE review_reason IS NULL)::int AS open,
      min(e.created_at) FILTER (WHERE review_reason IS NULL) AS oldest,
      count(*) FILTER (WHERE review_reason IS NOT NULL)::int AS review
    FROM ${OLDEST_PENDING} AS e) AS e,
  (
    SELECT count(*)::int AS expiring FROM certificates JOIN businesses b ON b.id = business_id
    WHERE active AND b.state = 'active' AND NOT b.test
      AND not_after > now() AND not_after < now() + interval '30 days') AS c`;

export async function readSystemStats(db: Db): Promise<SystemStats> {
  const { rows } = await poolOf(db).query<SystemStats>({ name: 'system_stats', text: STATS });
  const { processes, issuers, unlistedIssuers, authorities, ...rest } = rows[0] as SystemStats;
  return {
    ...rest,
    processes: toProcesses(processes ?? []),
    issuers: toIssuers(issuers ?? []),
    unlistedIssuers: toIssuers(unlistedIssuers ?? []),
    authorities: toAuthorities(authorities ?? []),
  };
}
