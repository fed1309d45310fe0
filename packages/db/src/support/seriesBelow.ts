/** Finds the series that have not come as far as a number that support searches. */
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';
import { numberIn } from './searchedText.js';

export interface SeriesBelow {
  ruc: string;
  legalName: string;
  environment: 'simulator' | 'beta' | 'production';
  code: string;
  lastNumber: number;
}

/**
 * Finds them for a text such as B001-999 or 20123456786-B001-999.
 * @returns those with the highest numbers first; [] when the text is not a number
 */
export async function seriesBelow(
  db: Db,
  text: string,
  { scope, limit }: { scope: Scope; limit: number },
): Promise<SeriesBelow[]> {
  const number = numberIn(text);
  if (!number) return [];
  const { ruc = null, series, digits } = number;
  const { rows } = await poolOf(db).query<SeriesBelow>(
    `SELECT b.ruc, b.legal_name AS "legalName", s.environment, s.code,
        s.last_number AS "lastNumber"
      FROM series s JOIN businesses b ON b.id = s.business_id
      WHERE s.code = $1 AND s.last_number < $2 AND ($3::text IS NULL OR b.ruc = $3)
        AND ($4::int IS NULL OR b.id = $4)
      ORDER BY s.last_number DESC LIMIT $5`,
    [series, Number(digits), ruc, scopeParameter(scope), limit],
  );
  return rows;
}
