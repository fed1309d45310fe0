/** Finds documents of detached months by their whole reference, their number or their id. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { idIn, numberIn } from '../support/searchedText.js';

export interface FoundArchived {
  documentId: number;
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  /** 'YYYY-MM' */
  month: string;
  /** The text is its whole reference. */
  isReference: boolean;
}

/** Each arm reads an index. The index of numbers begins with the business. */
const IDS = `
  SELECT document_id FROM "references"
    WHERE key = $3 AND ($1::int IS NULL OR business_id = $1)
  UNION ALL SELECT $4::bigint
  UNION ALL SELECT n.document_id FROM businesses o CROSS JOIN LATERAL (
      SELECT document_id FROM archived_documents
      WHERE business_id = o.id AND series = $5::char(4) AND number = $6 OFFSET 0) AS n
    WHERE $5 IS NOT NULL AND ($7::text IS NULL OR o.ruc = $7)
      AND ($1::int IS NULL OR o.id = $1)`;

/** The newest first; those that the database still has are not among them. */
export async function searchArchived(
  db: Db,
  text: string,
  { businessId, limit }: { businessId?: number; limit: number },
): Promise<FoundArchived[]> {
  const { ruc, series, digits } = numberIn(text) ?? {};
  const { rows } = await poolOf(db).query<FoundArchived>({
    name: 'search_archived',
    text: `SELECT a.document_id AS "documentId", b.ruc, a.kind, a.series, a.number, p.month,
        EXISTS (SELECT FROM "references" r WHERE r.key = $3 AND r.business_id = a.business_id
          AND r.document_id = a.document_id) AS "isReference"
      FROM archived_documents a
      JOIN archive_bundles p ON p.id = a.bundle_id
      JOIN businesses b ON b.id = a.business_id
      WHERE a.document_id = ANY (ARRAY(${IDS})) AND ($1::int IS NULL OR a.business_id = $1)
        AND NOT EXISTS (SELECT FROM documents d WHERE d.id = a.document_id)
      ORDER BY a.document_id DESC LIMIT $2`,
    values: [
      businessId ?? null,
      limit,
      text,
      idIn(text) ?? null,
      series ?? null,
      digits === undefined ? null : Number(digits),
      ruc ?? null,
    ],
  });
  return rows.map(({ documentId, ...rest }) => ({ ...rest, documentId: Number(documentId) }));
}
