/** The files of a document: kind, hash, size and location. Their bytes are in the file store. */
import { randomInt } from 'node:crypto';
import type { PaperFormat } from '@rafaga/fiscal';
import { actingFor, businessList } from '../actingFor.js';
import { isMonthMissing } from '../databaseErrors.js';
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';

export type FileKind = 'xml' | 'zip' | 'cdr' | `pdf-${PaperFormat}`;

export interface StoredFile {
  kind: FileKind;
  sha256: Buffer;
  bytes: number;
  objectKey: string;
  createdAt: Date;
}

/** Another file of this kind is already recorded. */
export class FileDiffers extends Error {
  override name = 'FileDiffers';
}

/**
 * Records a file once: repeating the same file changes nothing. In a closed month none is recorded.
 * @throws FileDiffers for another file
 */
export async function recordFile(
  db: Db,
  { id: documentId, businessId }: { id: number; businessId: number },
  file: Omit<StoredFile, 'createdAt'>,
): Promise<void> {
  const { kind, sha256, bytes, objectKey } = file;
  const statement = {
    name: 'record_file',
    text: `INSERT INTO files (document_id, kind, sha256, bytes, object_key)
      SELECT $1::bigint, $2, $3::bytea, $4::int, $5 WHERE ${actingFor(6)} ON CONFLICT DO NOTHING`,
    values: [documentId, kind, sha256, bytes, objectKey, businessList(businessId)],
  };
  const recorded = await poolOf(db)
    .query(statement)
    .catch((error) => {
      if (!isMonthMissing(error)) throw error;
    });
  if (recorded?.rowCount !== 0) return;
  const known = await findFile(db, { id: documentId, businessId }, kind);
  if (!known?.sha256.equals(sha256)) throw new FileDiffers(`${kind} of document ${documentId}`);
}

export async function findFile(
  db: Db,
  { id, businessId }: { id: number; businessId: number },
  kind: FileKind,
): Promise<StoredFile | undefined> {
  const { rows } = await poolOf(db).query<FileRow>({
    name: 'find_file',
    text: `SELECT kind, sha256, bytes, object_key, created_at FROM files
      WHERE document_id = $1 AND kind = $2 AND ${actingFor(3)}`,
    values: [id, kind, businessList(businessId)],
  });
  return rows[0] && fileOf(rows[0]);
}

export interface FileToCheck {
  documentId: number;
  kind: FileKind;
  objectKey: string;
  sha256: Buffer;
  bytes: number;
  createdAt: Date;
}

const BATCH = 1_000;

/**
 * Yields the recorded files in batches. A file that is recorded meanwhile may be missing.
 * @param from the id of the first document
 */
export async function* filesToCheck(db: Db, scope: Scope, from = 0): AsyncGenerator<FileToCheck[]> {
  let after = { id: from, kind: '' };
  for (;;) {
    const { rows } = await poolOf(db).query<{
      document_id: string;
      kind: FileKind;
      object_key: string;
      sha256: Buffer;
      bytes: number;
      created_at: Date;
    }>({
      name: 'files_to_check',
      text: `SELECT f.document_id, f.kind, f.object_key, f.sha256, f.bytes, f.created_at
        FROM files f WHERE (f.document_id, f.kind) > ($1::bigint, $2)
          AND ($3::int IS NULL OR EXISTS (SELECT FROM documents d
            WHERE d.id = f.document_id AND d.business_id = $3))
        ORDER BY f.document_id, f.kind LIMIT ${BATCH}`,
      values: [after.id, after.kind, scopeParameter(scope)],
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => ({
      documentId: Number(row.document_id),
      kind: row.kind,
      objectKey: row.object_key,
      sha256: row.sha256,
      bytes: row.bytes,
      createdAt: row.created_at,
    }));
    after = { id: Number(last.document_id), kind: last.kind };
  }
}

type Picked = Pick<StoredFile, 'objectKey' | 'sha256'>;

/** A bundle has megabytes, and is read whole. */
const PICKS_OF_BUNDLE = 20;

/** A recorded file at random, now and then a bundle of the archive; undefined without any. */
export async function pickFile(db: Db): Promise<Picked | undefined> {
  const [first, second] =
    randomInt(PICKS_OF_BUNDLE) === 0 ? [pickBundle, pickOfDocument] : [pickOfDocument, pickBundle];
  return (await first(db)) ?? (await second(db));
}

/** Among the days rather than among the files. */
async function pickOfDocument(db: Db): Promise<Picked | undefined> {
  const { rows } = await poolOf(db).query<Picked>({
    name: 'pick_file',
    text: `SELECT object_key AS "objectKey", sha256 FROM files
      WHERE document_id >= (
        SELECT (min(document_id) + random() * (max(document_id) - min(document_id)))::bigint
        FROM files)
      ORDER BY document_id LIMIT ${FILES_OF_DOCUMENT}`,
  });
  return rows[randomInt(rows.length || 1)];
}

async function pickBundle(db: Db): Promise<Picked | undefined> {
  const { rows } = await poolOf(db).query<Picked>({
    name: 'pick_bundle',
    text: `SELECT object_key AS "objectKey", sha256 FROM archive_bundles
      WHERE id >= (SELECT (random() * max(id))::int FROM archive_bundles) ORDER BY id LIMIT 1`,
  });
  return rows[0];
}

/** An XML, a CDR and a PDF. */
const FILES_OF_DOCUMENT = 3;

interface FileRow {
  kind: FileKind;
  sha256: Buffer;
  bytes: number;
  object_key: string;
  created_at: Date;
}

function fileOf(row: FileRow): StoredFile {
  return {
    kind: row.kind,
    sha256: row.sha256,
    bytes: row.bytes,
    objectKey: row.object_key,
    createdAt: row.created_at,
  };
}
