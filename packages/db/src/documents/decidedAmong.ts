/** Finds which of many pending documents have been decided or sent to review, in one statement. */
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf } from '../db.js';

/** @param businessIds the businesses of the documents */
export async function decidedAmong(
  db: Db,
  documentIds: readonly number[],
  businessIds: readonly number[],
): Promise<number[]> {
  const { rows } = await poolOf(db).query<{ id: string }>({
    name: 'decided_among',
    text: `SELECT d.id FROM documents d
      JOIN "references" r ON r.business_id = d.business_id AND r.key = d.reference
      LEFT JOIN outcomes o ON o.document_id = d.id
      WHERE d.id = ANY ($1::bigint[]) AND (o.state IS NOT NULL OR r.state = 'review')
        AND ${actingFor(2)}`,
    values: [documentIds, businessList(...businessIds)],
  });
  return rows.map(({ id }) => Number(id));
}
