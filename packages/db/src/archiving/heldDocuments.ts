/** Finds the documents of a month that may still change, so that the month cannot be closed. */
import { type Db, poolOf } from '../db.js';
import type { Month } from './month.js';

/** 'review': people must decide; 'cdr': its CDR is not stored yet; 'pending': anything else. */
export type HeldReason = 'pending' | 'review' | 'cdr';

export interface HeldDocument {
  documentId: number;
  reference: string;
  series: string;
  number: number;
  reason: HeldReason;
}

export interface HeldDocuments {
  count: number;
  /** The first documents, up to a limit. */
  documents: HeldDocument[];
}

const LISTED = 20;

/** A CDR that contradicts the settlement stays in the database for good, and does not count. */
const HELD = `
  SELECT document_id FROM emissions
    WHERE business_id = $1 AND document_id >= $2 AND document_id < $3
  UNION SELECT p.document_id FROM pending_cdrs p JOIN documents d ON d.id = p.document_id
    WHERE d.business_id = $1 AND p.document_id >= $2 AND p.document_id < $3 AND p.conflict IS NULL`;

/** Lists the first held documents of a business and month, and counts all of them. */
export async function heldDocuments(
  db: Db,
  businessId: number,
  { from, before }: Month,
): Promise<HeldDocuments> {
  const { rows } = await poolOf(db).query<HeldDocument & { count: number }>({
    name: 'held_documents',
    text: `SELECT d.id AS "documentId", d.reference, d.series, d.number,
        CASE WHEN r.state = 'review' OR e.stage = 'review' THEN 'review'
          WHEN e.document_id IS NULL THEN 'cdr' ELSE 'pending' END AS reason,
        (count(*) OVER ())::int AS count
      FROM (${HELD}) AS held
      JOIN documents d ON d.id = held.document_id
      JOIN "references" r ON r.key = d.reference AND r.business_id = d.business_id
      LEFT JOIN emissions e ON e.document_id = d.id
      ORDER BY d.id LIMIT ${LISTED}`,
    values: [businessId, from, before],
  });
  return {
    count: rows[0]?.count ?? 0,
    documents: rows.map(({ documentId, reference, series, number, reason }) => ({
      reference,
      series,
      number,
      reason,
      documentId: Number(documentId),
    })),
  };
}
