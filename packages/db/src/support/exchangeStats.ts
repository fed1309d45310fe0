/** Statistics of the authorities' recent answers: counts and response times. */
import { type Db, poolOf } from '../db.js';

export interface ExchangeStats {
  authority: string;
  step: string;
  code: string | null;
  count: number;
  /** The 50th and 95th percentiles of the response times, in milliseconds. */
  p50: number | null;
  p95: number | null;
  last: Date;
}

/** Counts the replies of the last hour, among the last 20,000 steps. */
export async function readExchangeStats(db: Db): Promise<ExchangeStats[]> {
  const { rows } = await poolOf(db).query<ExchangeStats>({
    name: 'read_exchange',
    text: `SELECT b.authority, a.step, a.code, count(*)::int AS count,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY a.took_ms) AS p50,
        percentile_cont(0.95) WITHIN GROUP (ORDER BY a.took_ms) AS p95, max(a.at) AS last
      FROM (SELECT business_id, step, code, took_ms, at FROM attempts ORDER BY id DESC
        LIMIT 20000) AS a
      JOIN businesses b ON b.id = a.business_id
      WHERE a.at > now() - interval '1 hour'
        AND a.step IN ('accepted', 'rejected', 'asked', 'waiting', 'review')
      GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC`,
  });
  return rows;
}
