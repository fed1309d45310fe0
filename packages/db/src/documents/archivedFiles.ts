/** Finds the signed XML and the CDR to embed in PDFs, for many documents in one query. */
import type { Kind } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import type { StoredFile } from './files.js';

/** A document's number and its two files, as far as they are stored. */
export interface ArchivedFiles {
  documentId: number;
  ruc: string;
  kind: Kind;
  series: string;
  number: number;
  /** Whether no CDR is stored and none is expected: rejected by a fault, or presumed accepted. */
  isWithoutCdr: boolean;
  files: Pick<StoredFile, 'kind' | 'sha256' | 'objectKey' | 'createdAt'>[];
}

type Row = Omit<ArchivedFiles, 'files'> & {
  fileKind: StoredFile['kind'];
  sha256: Buffer;
  objectKey: string;
  createdAt: Date;
};

/** Leaves out documents with neither file. */
export async function findArchivedFiles(
  db: Db,
  documentIds: readonly number[],
): Promise<ArchivedFiles[]> {
  const { rows } = await poolOf(db).query<Row>({
    name: 'find_archived_files',
    text: `SELECT d.id AS "documentId", b.ruc, d.kind, d.series, d.number, f.kind AS "fileKind",
        f.sha256, f.object_key AS "objectKey", f.created_at AS "createdAt",
        coalesce(o.state = 'rejected' OR o.evidence = 'presumed', false) AND NOT EXISTS (
          SELECT FROM pending_cdrs WHERE document_id = d.id AND conflict IS NULL
          UNION ALL SELECT FROM files WHERE document_id = d.id AND kind = 'cdr') AS "isWithoutCdr"
      FROM files f
      JOIN documents d ON d.id = f.document_id
      JOIN businesses b ON b.id = d.business_id
      LEFT JOIN outcomes o ON o.document_id = d.id
      WHERE f.document_id = ANY ($1::bigint[]) AND f.kind IN ('xml', 'cdr')`,
    values: [documentIds],
  });
  const found = new Map<number, ArchivedFiles>();
  for (const { documentId, fileKind, sha256, objectKey, createdAt, ...document } of rows) {
    const id = Number(documentId);
    const known = found.get(id) ?? { documentId: id, ...document, files: [] };
    known.files.push({ kind: fileKind, sha256, objectKey, createdAt });
    found.set(id, known);
  }
  return [...found.values()];
}
