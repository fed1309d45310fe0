/** Finds the data for downloads of documents' files, many in one statement. */
import type { Kind } from '@rafaga/fiscal';
import { actingFor } from '../actingFor.js';
import type { Db } from '../db.js';
import type { EvidenceKind } from '../exchange/emissionStates.js';
import { batchedRead, type WantedDocument } from './batchedRead.js';
import type { FileKind, StoredFile } from './files.js';

/** The data that a download needs. */
export interface Download {
  ruc: string;
  series: string;
  number: number;
  /** Undefined until the file is stored. */
  file: Omit<StoredFile, 'createdAt'> | undefined;
  /** Null while it is pending. */
  state: 'accepted' | 'rejected' | null;
  evidence: EvidenceKind | null;
  /** A document that is discarded may never have been signed. */
  isSigned: boolean;
  /** Whether its CDR was received and a worker is still to store it. */
  coming: boolean;
  /** Whether the file is missing and a person decides what becomes of the document. */
  inReview: boolean;
  /** When the document was recorded. */
  createdAt: Date;
}

interface Wanted extends WantedDocument {
  fileKind: FileKind;
}

/** The columns of its file are null until it is stored. */
interface Row extends Omit<Download, 'file'>, Omit<StoredFile, 'kind' | 'createdAt'> {
  place: number;
  fileKind: FileKind | null;
}

const FIND_DOWNLOADS = `
  SELECT g.place::int, b.ruc, d.series, d.number, o.state, o.evidence,
    o.digest IS NOT NULL AS "isSigned", d.created_at AS "createdAt",
    g.file = 'cdr' AND EXISTS (SELECT FROM pending_cdrs
      WHERE document_id = d.id AND conflict IS NULL) AS coming,
    f.kind IS NULL AND EXISTS (SELECT FROM "references" r
      WHERE r.business_id = d.business_id AND r.key = d.reference
        AND r.state = 'review') AS "inReview",
    f.kind AS "fileKind", f.sha256, f.bytes, f.object_key AS "objectKey"
  FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[]) WITH ORDINALITY
    AS g (id, business, kind, file, place)
  JOIN documents d ON d.id = g.id AND d.business_id = g.business AND d.kind = g.kind
  JOIN businesses b ON b.id = d.business_id
  LEFT JOIN files f ON f.document_id = d.id AND f.kind = g.file
  LEFT JOIN outcomes o ON o.document_id = d.id
  WHERE ${actingFor(5)}`;

/** Only downloads of stored files, which never change. */
const FIND_STORED_DOWNLOADS = `${FIND_DOWNLOADS} AND f.kind IS NOT NULL`;

const COLUMNS = [
  ({ id }: Wanted) => id,
  ({ businessId }: Wanted) => businessId,
  ({ kind }: Wanted) => kind,
  ({ fileKind }: Wanted) => fileKind,
];

const batchOf = (name: string, text: string) =>
  batchedRead({ name, text, columns: COLUMNS, read: downloadOf });

const findBatch = batchOf('find_downloads', FIND_DOWNLOADS);
const findStoredBatch = batchOf('find_stored_downloads', FIND_STORED_DOWNLOADS);

/** @returns undefined for an unknown document, another kind or another business */
export const findDownload = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
  fileKind: FileKind,
): Promise<Download | undefined> => findBatch(db, { businessId, kind, id, fileKind });

/**
 * Finds the download only if the file is stored: a replica may then be asked.
 * @returns undefined otherwise
 */
export const findStoredDownload = (
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
  fileKind: FileKind,
): Promise<Download | undefined> => findStoredBatch(db, { businessId, kind, id, fileKind });

function downloadOf(row: Row): Download {
  const { ruc, series, number, state, evidence, isSigned, coming, inReview, createdAt } = row;
  const { fileKind: kind, sha256, bytes, objectKey } = row;
  const file = kind === null ? undefined : { kind, sha256, bytes, objectKey };
  return { ruc, series, number, file, state, evidence, isSigned, coming, inReview, createdAt };
}
