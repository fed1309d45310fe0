/** Lists the series and numbers to query the authority for, and raises counters. */
import { type Db, poolOf } from '../db.js';
import type { Behind, SeriesBehind } from './behind.js';
import { nameOf } from './namedSeries.js';

export interface SeriesToAsk {
  businessId: number;
  ruc: string;
  /** The current environment of the business: the authority is queried for no other. */
  environment: string;
  series: string;
  kind: 'boleta' | 'factura';
  lastNumber: number;
  /** Numbers up to the last one that no document has, the smallest first. */
  unexplained: number[];
  authority: 'simulator' | 'beta' | 'production' | 'custom';
  billUrl: string | null;
  consultUrl: string | null;
  /** When the credentials of the business at the authority changed last; null: it has none. */
  accessAt: Date | null;
}

/** At most this many numbers of a series are listed. */
const MAX_UNEXPLAINED = 10_000;

/**
 * Every active series, with the numbers that no document has.
 * @param found the series that were behind, with their last known number
 */
export async function seriesToAsk(db: Db, found: Behind): Promise<SeriesToAsk[]> {
  const { rows } = await poolOf(db).query<SeriesToAsk>(
    `SELECT b.id AS "businessId", b.ruc, s.environment, s.code AS series, s.kind,
        s.last_number AS "lastNumber", b.authority, b.bill_url AS "billUrl",
        b.consult_url AS "consultUrl", a.updated_at AS "accessAt", (
          SELECT coalesce(array_agg(n ORDER BY n), '{}') FROM (
            SELECT n FROM generate_series(coalesce(k.known, s.last_number) + 1, s.last_number) AS n
            WHERE NOT EXISTS (SELECT FROM documents d
              WHERE d.business_id = b.id AND d.kind = s.kind AND d.series = s.code
                AND d.environment = s.environment AND d.number = n)
            LIMIT ${MAX_UNEXPLAINED}) AS missing) AS unexplained
      FROM series s JOIN businesses b ON b.id = s.business_id AND b.environment = s.environment
      LEFT JOIN accesses a ON a.business_id = b.id
      LEFT JOIN unnest($1::text[], $2::int[]) AS k (name, known)
        ON k.name = b.ruc || ' ' || s.environment || ' ' || s.code
      WHERE s.active AND b.state = 'active' ORDER BY b.ruc, s.code`,
    [found.series.map(nameOf), found.series.map(({ known }) => known ?? 0)],
  );
  return rows;
}

/** Advances counters past acknowledged numbers, so that none is issued a second time. */
export async function raiseAcknowledged(db: Db, behind: readonly SeriesBehind[]): Promise<void> {
  await poolOf(db).query(
    `UPDATE series s SET last_number = greatest(s.last_number, t.number)
      FROM businesses b, unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS t (ruc,
        environment, code, number)
      WHERE b.id = s.business_id AND b.ruc = t.ruc AND s.environment = t.environment
        AND s.code = t.code`,
    [
      behind.map(({ ruc }) => ruc),
      behind.map(({ environment }) => environment),
      behind.map(({ series }) => series),
      behind.map(({ acknowledged }) => acknowledged),
    ],
  );
}

interface RaisedSeries extends Pick<SeriesToAsk, 'ruc' | 'series'> {
  /** Absent: the present environment of the business. */
  environment?: string;
}

/** Advances the counter past a number that the authority has, or a file that cannot be read. */
export async function raiseSeries(
  db: Db,
  { ruc, environment, series }: RaisedSeries,
  number: number,
): Promise<void> {
  await poolOf(db).query(
    `UPDATE series s SET last_number = greatest(s.last_number, $4) FROM businesses b
      WHERE b.ruc = $1 AND s.business_id = b.id AND s.environment = coalesce($2, b.environment)
        AND s.code = $3`,
    [ruc, environment ?? null, series, number],
  );
}
