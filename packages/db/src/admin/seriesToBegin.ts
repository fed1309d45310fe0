/** The series that a change of environment would leave without numbers, and their first numbers. */
import { type Db, poolOf } from '../db.js';
import type { Environment } from './environments.js';

export interface SeriesToBegin {
  code: string;
  /** In the present environment. */
  lastNumber: number;
}

/**
 * Lists the active series of a business whose sales would be refused after a change to another
 * environment: they have given numbers, so that they do not move along, have no first number there,
 * and no document waits that would move with its number.
 */
export async function listSeriesToBegin(
  db: Db,
  businessId: number,
  there: Environment,
): Promise<SeriesToBegin[]> {
  const { rows } = await poolOf(db).query<SeriesToBegin>(TO_BEGIN, [businessId, there]);
  return rows;
}

const TO_BEGIN = `
  SELECT s.code, s.last_number AS "lastNumber"
  FROM series s JOIN businesses b ON b.id = s.business_id AND b.environment = s.environment
  WHERE s.business_id = $1 AND s.active AND s.environment <> $2
    AND NOT EXISTS (SELECT FROM series o
      WHERE o.business_id = s.business_id AND o.environment = $2 AND o.code = s.code)
    AND (EXISTS (SELECT FROM documents d
        WHERE d.business_id = s.business_id AND d.kind = s.kind AND d.series = s.code
          AND d.environment = s.environment)
      OR EXISTS (SELECT FROM detached_numbers n
        WHERE n.business_id = s.business_id AND n.environment = s.environment
          AND n.series = s.code))
    AND NOT EXISTS (SELECT FROM emissions e JOIN documents d ON d.id = e.document_id
      WHERE e.business_id = $1 AND e.review_reason IS NULL AND e.sends = 0
        AND d.kind = s.kind AND d.series = s.code AND d.environment = s.environment)
  ORDER BY s.code`;
