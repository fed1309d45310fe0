/**
 * Counts documents and their settlements by hour, from where the last round ended. Each row is
 * counted once, with any number of processes and also when one of them is killed.
 */
import { type Db, poolOf } from '../db.js';
import { MS_OF_ID, NO_ID_BEFORE_MS } from './documentIdTime.js';
import { bucketSql } from './latencyBuckets.js';

export interface RollUpOptions {
  /** The largest number of rows of each table that one round counts. */
  limit?: number;
  /** The age at which a row is counted, in milliseconds: longer than any transaction takes. */
  restMs?: number;
}

const REST_MS = 15_000;
const LIMIT = 20_000;
/** Counts of older hours are deleted. */
const KEPT = `interval '400 days'`;
const ADD = `ON CONFLICT (hour, authority, measure, result, bucket)
      DO UPDATE SET count = hourly_statistics.count + EXCLUDED.count`;
const HOUR_OF = (ms: string) => `date_trunc('hour', to_timestamp((${ms}) / 1000.0))`;

const ISSUED = `
  WITH progress AS MATERIALIZED (
    SELECT document_id AS last FROM statistics_progress FOR UPDATE SKIP LOCKED),
  fresh AS MATERIALIZED (
    SELECT d.id, d.environment FROM progress CROSS JOIN LATERAL (
      SELECT id, environment FROM documents
      WHERE id > progress.last
        AND id < ((extract(epoch FROM now()) * 1000)::bigint - $2 - ${NO_ID_BEFORE_MS}) << 10
      ORDER BY id LIMIT $1) AS d),
  counted AS (
    INSERT INTO hourly_statistics (hour, authority, measure, count)
    SELECT ${HOUR_OF(MS_OF_ID('id'))}, environment, 'issued', count(*) FROM fresh GROUP BY 1, 2
    ${ADD})
  UPDATE statistics_progress SET document_id = (SELECT max(id) FROM fresh)
  WHERE EXISTS (SELECT FROM fresh) RETURNING (SELECT count(*)::int FROM fresh) AS rows`;

/** A round ends before the first row that is too young: ids do not rise exactly with time. */
const SETTLED = `
  WITH progress AS MATERIALIZED (
    SELECT attempt_id AS last FROM statistics_progress FOR UPDATE SKIP LOCKED),
  fresh AS MATERIALIZED (
    SELECT a.* FROM progress CROSS JOIN LATERAL (
      SELECT id, document_id, step, at FROM attempts WHERE id > progress.last
      ORDER BY id LIMIT $1) AS a),
  rested AS MATERIALIZED (
    SELECT * FROM fresh WHERE id < coalesce((SELECT min(id) FROM fresh
      WHERE at > now() - $2 * interval '1 ms'), 9223372036854775807)),
  counted AS (
    INSERT INTO hourly_statistics (hour, authority, measure, result, bucket, count)
    SELECT date_trunc('hour', r.at), d.environment, 'settled', r.step,
      ${bucketSql(`extract(epoch FROM r.at) * 1000 - ${MS_OF_ID('d.id')}`)}, count(*)
    FROM rested r JOIN documents d ON d.id = r.document_id
    WHERE r.step IN ('accepted', 'rejected') GROUP BY 1, 2, 4, 5
    ${ADD}),
  forgotten AS (
    DELETE FROM hourly_statistics WHERE hour < now() - ${KEPT})
  UPDATE statistics_progress SET attempt_id = (SELECT max(id) FROM rested)
  WHERE EXISTS (SELECT FROM rested) RETURNING (SELECT count(*)::int FROM rested) AS rows`;

/** @returns whether the limit was reached, so that another round should follow at once */
export async function rollUpStatistics(
  db: Db,
  { limit = LIMIT, restMs = REST_MS }: RollUpOptions = {},
): Promise<boolean> {
  const values = [limit, restMs];
  const pool = poolOf(db);
  const issued = await pool.query<{ rows: number }>({
    name: 'roll_up_issued',
    text: ISSUED,
    values,
  });
  const settled = await pool.query<{ rows: number }>({
    name: 'roll_up_settled',
    text: SETTLED,
    values,
  });
  return [issued, settled].some(({ rows }) => rows[0]?.rows === limit);
}
