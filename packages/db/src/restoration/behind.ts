/**
 * Finds the documents and numbers that were acknowledged to callers and are not in the database.
 */
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

/** Acknowledgements, and the files of marks that could not be read: what these had is unknown. */
export interface ReadAcknowledgements extends Acknowledgements {
  damaged: readonly string[];
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

const MISSING_IDS = 'SELECT id::text FROM missing_documents($1::bigint[]) AS t (id) ORDER BY 1';

const SERIES_BEHIND = 'SELECT * FROM series_behind($1::json) ORDER BY ruc, series';

/**
 * @returns undefined when the database lacks nothing, or only what two persons accepted as lost
 * when they ended a restoration
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
