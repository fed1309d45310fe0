/** Reads the last numbers of a business's series in its current environment. */
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf } from '../db.js';

export async function lastNumbers(
  db: Db,
  businessId: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await poolOf(db).query<{ code: string; last_number: number }>({
    name: 'last_numbers',
    text: `SELECT s.code, s.last_number FROM series s
      JOIN businesses b ON b.id = s.business_id AND b.environment = s.environment
      WHERE s.business_id = $1 AND s.code = ANY ($2) AND ${actingFor(3)}`,
    values: [businessId, codes, businessList(businessId)],
  });
  return new Map(rows.map(({ code, last_number: last }) => [code, last]));
}
