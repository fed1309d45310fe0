/** Reads the counts of the last hours or days, for charts. */
import { type Db, poolOf } from '../db.js';
import type { Buckets } from './latencyBuckets.js';

export type Measure = 'issued' | 'settled' | 'sendBill' | 'getStatusCdr' | 'validarcomprobante';

export interface StatisticsRow {
  /** The beginning of the hour, or of the day in Lima. */
  at: Date;
  authority: string;
  measure: Measure;
  result: string;
  count: number;
  buckets: Buckets;
}

export interface StatisticsQuery {
  by: 'hour' | 'day';
  since: Date;
}

const READ = `
  SELECT at, authority, measure, result, sum(count)::int AS count,
    json_agg(json_build_array(bucket, count)) AS buckets
  FROM (
    SELECT date_trunc($1, hour AT TIME ZONE 'America/Lima') AT TIME ZONE 'America/Lima' AS at,
      authority, measure, result, bucket, sum(count)::int AS count
    FROM hourly_statistics WHERE hour >= $2 GROUP BY 1, 2, 3, 4, 5) AS each
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

/** Lists the counts, the oldest first; a period without counts has no row. */
export async function readStatistics(
  db: Db,
  { by, since }: StatisticsQuery,
): Promise<StatisticsRow[]> {
  const { rows } = await poolOf(db).query<
    Omit<StatisticsRow, 'buckets'> & { buckets: [number, number][] }
  >({ name: 'read_statistics', text: READ, values: [by, since] });
  return rows.map((row) => ({ ...row, buckets: new Map(row.buckets) }));
}
