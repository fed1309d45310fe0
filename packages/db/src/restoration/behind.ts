/** Finds the documents and numbers that were acknowledged to callers and are not in the database. */
import type pg from 'pg';
import { type Db, poolOf } from '../db.js';

/** The acknowledgements that the marks in the file store record. */
export interface Acknowledgements {
  ids: readonly number[];
  series: readonly {
    ruc: string;
    environment: string;
    kind: string;
    series: string;
    number: number;
  }[];
}

/** The acknowledged documents and numbers that the database lacks. */
export interface Behind {
  ids: number[];
  series: SeriesBehind[];
}

export interface SeriesBehind {
  ruc: string;
  environment: string;
  kind: string;
  series: string;
  /** The last number in the database; null when it has no such series. */
  known: number | null;
  acknowledged: number;
}

/** A connection or a pool of them. */
export interface Client {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>;
}

const MISSING_IDS = `
  SELECT t.id::text FROM unnest($1::bigint[]) AS t (id)
  WHERE NOT EXISTS (SELECT FROM documents d WHERE d.id = t.id)
    AND NOT EXISTS (SELECT FROM restorations r
      WHERE r.ended_at IS NOT NULL AND r.lost -> 'ids' @> to_jsonb(t.id))
  ORDER BY 1`;

const SERIES_BEHIND = `
  SELECT m.ruc, m.environment, m.kind, m.series, s.last AS known, m.number AS acknowledged
  FROM json_to_recordset($1::json) AS m (ruc text, environment text, kind text, series text,
    number int)
  CROSS JOIN LATERAL (
    SELECT max(s.last_number) AS last FROM series s JOIN businesses b ON b.id = s.business_id
    WHERE b.ruc = m.ruc AND s.code = m.series AND s.environment = m.environment) AS s
  WHERE coalesce(s.last, 0) < m.number AND NOT EXISTS (
    SELECT FROM restorations r, jsonb_to_recordset(r.lost -> 'series') AS l (ruc text,
      environment text, series text, acknowledged int)
    WHERE r.ended_at IS NOT NULL AND l.ruc = m.ruc AND l.environment = m.environment
      AND l.series = m.series AND l.acknowledged >= m.number)
  ORDER BY m.ruc, m.series`;

/**
 * @returns undefined when the database lacks nothing, or only what two persons accepted as lost when
 * they ended a restoration
 */
export const findBehind = (db: Db, marks: Acknowledgements): Promise<Behind | undefined> =>
  findBehindOn(poolOf(db), marks);

/** The same, on one connection. */
export async function findBehindOn(
  client: Client,
  { ids, series }: Acknowledgements,
): Promise<Behind | undefined> {
  const missing = await client.query<{ id: string }>(MISSING_IDS, [ids]);
  const behind = await client.query<SeriesBehind>(SERIES_BEHIND, [JSON.stringify(series)]);
  if (missing.rows.length === 0 && behind.rows.length === 0) return undefined;
  return { ids: missing.rows.map(({ id }) => Number(id)), series: behind.rows };
}
