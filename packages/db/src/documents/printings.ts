/**
 * Reads the data for the PDFs of settled documents, and records the PDFs, for many documents in one
 * statement.
 */
import type { PaperFormat } from '@rafaga/fiscal';
import { type ColumnTable, columnValues, unnestColumns } from '../columnTable.js';
import { isMonthMissing } from '../databaseErrors.js';
import { type Db, poolOf } from '../db.js';
import type { StoredFile } from './files.js';

/** A settled document with missing PDFs. */
export interface Printing {
  documentId: number;
  businessId: number;
  ruc: string;
  state: 'accepted' | 'rejected';
  /** The formats that its business prints and that are not recorded. */
  formats: PaperFormat[];
  /** The newest version of its business's design; 0 without one. */
  designVersion: number;
  /** JSON of sale, number, issuer, signature and result; only the printing thread parses it. */
  document: string;
}

/** Leaves out documents that are not settled, not signed, or have all their PDFs. */
export async function findPrintings(db: Db, documentIds: readonly number[]): Promise<Printing[]> {
  const { rows } = await poolOf(db).query<Printing>({
    name: 'find_printings',
    text: `SELECT d.id AS "documentId", d.business_id AS "businessId", b.ruc, o.state, m.formats,
        coalesce((SELECT max(g.version) FROM designs g WHERE g.business_id = d.business_id), 0)
          AS "designVersion",
        json_build_object('sale', d.sale, 'number', d.number, 'createdAt', d.created_at,
          'environment', d.environment, 'issuer', o.issuer, 'digest', o.digest, 'qr', o.qr,
          'state', o.state, 'evidence', o.evidence)::text AS document
      FROM documents d
      JOIN businesses b ON b.id = d.business_id
      JOIN outcomes o ON o.document_id = d.id AND o.state IS NOT NULL AND o.digest IS NOT NULL
      CROSS JOIN LATERAL (SELECT ARRAY(SELECT f FROM unnest(b.print_formats) f
        WHERE NOT EXISTS (SELECT FROM files x
          WHERE x.document_id = d.id AND x.kind = 'pdf-' || f)) AS formats) m
      WHERE d.id = ANY ($1::bigint[]) AND cardinality(m.formats) > 0`,
    values: [documentIds],
  });
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

export interface PrintedFile extends Omit<StoredFile, 'createdAt' | 'kind'> {
  documentId: number;
  format: PaperFormat;
}

const COLUMNS: ColumnTable<PrintedFile> = {
  document_id: ['bigint', ({ documentId }) => documentId],
  kind: ['text', ({ format }) => `pdf-${format}`],
  sha256: ['bytea', ({ sha256 }) => sha256],
  bytes: ['int', ({ bytes }) => bytes],
  object_key: ['text', ({ objectKey }) => objectKey],
};

/**
 * Records PDFs. One that the API drew and recorded meanwhile stays; in a closed month none is
 * recorded.
 */
export async function recordPrinted(db: Db, files: readonly PrintedFile[]): Promise<void> {
  if (files.length === 0) return;
  const statement = {
    name: 'record_printed',
    text: `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      SELECT * FROM ${unnestColumns(COLUMNS, 'g', 1)} ON CONFLICT DO NOTHING`,
    values: columnValues(COLUMNS, files),
  };
  try {
    await poolOf(db).query(statement);
  } catch (error) {
    if (!isMonthMissing(error)) throw error;
    // the statement does not say which of them
    if (files.length > 1) for (const file of files) await recordPrinted(db, [file]);
  }
}
