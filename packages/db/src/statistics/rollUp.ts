/**
 * Counts documents and settlements by hour, continuing where the last round ended. Each row is
 * counted once, whatever the number of processes, and even if one of them is killed.
 */
import type { Db } from '../db.js';
import { transaction } from '../transaction.js';
import { MS_OF_ID, NO_ID_BEFORE_MS } from './documentIdTime.js';
import { bucketSql } from './latencyBuckets.js';

export interface RollUpOptions {
  /** The most rows of each table in one round. */
  limit?: number;
  /** Younger rows are not counted yet, in milliseconds: longer than any transaction takes. */
  restMs?: number;
}

const REST_MS = 15_000;
const LIMIT = 20_000;
/** Older counts are deleted. */
const KEPT = `interval '400 days'`;
const ADD = `ON CONFLICT (hour, authority, measure, result, bucket)
  DO UPDATE SET count = hourly_statistics.count + EXCLUDED.count`;
const idAt = (moment: string) =>
  `(((extract(epoch FROM ${moment}) * 1000)::bigint - ${NO_ID_BEFORE_MS}) << 10)`;
const HOUR_OF = (ms: string) => `date_trunc('hour', to_timestamp((${ms}) / 1000.0))`;

/** SQL: locks the progress, so that only one process counts at a time. */
const PROGRESS = `
  SELECT document_id AS "documentId", attempt_id AS "attemptId",
    document_id > ${idAt('now()')} AS "isAhead"
  FROM statistics_progress FOR UPDATE SKIP LOCKED`;

/**
 * SQL: an id ahead of the clock was counted before the clock stepped back, and documents issued
 * since have lower ids. Whole hours are counted again, from two minutes ago, the longest time for
 * which no worker may have run after the step.
 */
const COUNT_AGAIN = `
  WITH again AS (SELECT date_trunc('hour', now() - interval '2 minutes') AS since),
  dropped AS (DELETE FROM hourly_statistics
    WHERE measure = 'issued' AND hour >= (SELECT since FROM again))
  SELECT (${idAt('since')}) - 1 AS "documentId" FROM again`;

const ISSUED = `
  WITH fresh AS MATERIALIZED (
    SELECT id, environment FROM documents
    WHERE id > $3 AND id < ${idAt("(now() - $2 * interval '1 ms')")}
    ORDER BY id LIMIT $1),
  counted AS (
    INSERT INTO hourly_statistics (hour, authority, measure, count)
    SELECT ${HOUR_OF(MS_OF_ID('id'))}, environment, 'issued', count(*) FROM fresh GROUP BY 1, 2
    ${ADD})
  SELECT max(id) AS last, count(*)::int AS rows FROM fresh`;

/** SQL: the rows up to the first that is too young, because ids do not rise exactly with time. */
const SETTLED = `
  WITH fresh AS MATERIALIZED (
    SELECT id, document_id, step, at FROM attempts WHERE id > $3 ORDER BY id LIMIT $1),
  rested AS MATERIALIZED (
    SELECT * FROM fresh WHERE id < coalesce((SELECT min(id) FROM fresh
      WHERE at > now() - $2 * interval '1 ms'), 9223372036854775807)),
  counted AS (
    INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
    SELECT date_trunc('hour', r.at), d.environment, 'settled', r.step,
      ${bucketSql(`extract(epoch FROM r.at) * 1000 - ${MS_OF_ID('d.id')}`)}, count(*)
    FROM rested r JOIN documents d ON d.id = r.document_id
    WHERE r.step IN ('accepted', 'rejected') GROUP BY 1, 2, 4, 5
    ${ADD})
  SELECT max(id) AS last, count(*)::int AS rows FROM rested`;

const FORGET = `DELETE FROM hourly_statistics WHERE hour < now() - ${KEPT}`;

const PROCEED = `
  UPDATE statistics_progress SET document_id = $1, attempt_id = coalesce($2, attempt_id)`;

/** The result for one table: the last counted id, if any, and the number of rows. */
interface Counted {
  last: string | null;
  rows: number;
}

/** @returns whether the limit was reached, so that another round should follow at once */
export const rollUpStatistics = (
  db: Db,
  { limit = LIMIT, restMs = REST_MS }: RollUpOptions = {},
): Promise<boolean> =>
  transaction(db, async (client) => {
    const [progress] = (await client.query<Progress>(PROGRESS)).rows;
    if (!progress) return false;
    const count = async (name: string, text: string, last: string): Promise<Counted> => {
      const { rows } = await client.query<Counted>({ name, text, values: [limit, restMs, last] });
      return rows[0] as Counted;
    };
    const from = progress.isAhead
      ? ((await client.query<{ documentId: string }>(COUNT_AGAIN)).rows[0]?.documentId as string)
      : progress.documentId;
    const issued = await count('roll_up_issued', ISSUED, from);
    const settled = await count('roll_up_settled', SETTLED, progress.attemptId);
    await client.query(FORGET);
    if (progress.isAhead || issued.last || settled.last)
      await client.query(PROCEED, [issued.last ?? from, settled.last]);
    return [issued, settled].some(({ rows }) => rows === limit);
  });

/** The last counted ids. */
interface Progress {
  documentId: string;
  attemptId: string;
  isAhead: boolean;
}

/**
 * SQL: counts a document that was written with an earlier id, as a rebuild does, if documents with
 * later ids are counted. A round of counting ends first, or waits for the transaction.
 */
export const COUNT_EARLIER = `
  WITH progress AS MATERIALIZED (SELECT document_id FROM statistics_progress FOR UPDATE)
  INSERT INTO hourly_statistics (hour, authority, measure, count)
  SELECT ${HOUR_OF(MS_OF_ID('d.id'))}, d.environment, 'issued', 1
  FROM progress p JOIN documents d ON d.id = $1 AND d.id <= p.document_id
  ${ADD}`;
