/** Finds the result that is stored under a caller's reference. */
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf } from '../db.js';
import type { Issued } from './newDocument.js';

export interface StoredReference {
  hash: Buffer;
  state: string;
  id: string;
  /** Null: its month is detached. */
  answer: string | null;
}

export async function lookUpReference(
  db: Db,
  businessId: number,
  key: string,
  hash: Buffer,
): Promise<Issued | undefined> {
  const { rows } = await poolOf(db).query<StoredReference>({
    name: 'look_up_reference',
    text: `SELECT r.hash, r.state, r.document_id AS id, d.answer FROM "references" r
      LEFT JOIN documents d ON d.id = r.document_id
      WHERE r.business_id = $1 AND r.key = $2 AND ${actingFor(3)}`,
    values: [businessId, key, businessList(businessId)],
  });
  return rows[0] && repeatOf(rows[0], hash);
}

/** The result for a request whose reference is stored already. */
export function repeatOf(
  stored: StoredReference,
  hash: Buffer,
): Extract<Issued, { is: 'replay' | 'different' | 'review' | 'archived' }> {
  const id = Number(stored.id);
  const isSameRequest = stored.hash.equals(hash);
  if (stored.answer === null) return { is: 'archived', id, isSameRequest };
  const document = { id, answer: stored.answer };
  if (!isSameRequest) return { is: 'different', ...document };
  return { is: stored.state === 'review' ? 'review' : 'replay', ...document };
}
