/** Creates the partitions of the present month and of the next three. */
import { type Db, poolOf } from '../db.js';

export const MAKE_MONTHS = 'SELECT make_document_months() AS made';

/** @returns the months that were missing, as 'YYYY-MM' */
export async function makeDocumentMonths(db: Db): Promise<string[]> {
  const { rows } = await poolOf(db).query<{ made: string[] }>(MAKE_MONTHS);
  return rows[0]?.made ?? [];
}
