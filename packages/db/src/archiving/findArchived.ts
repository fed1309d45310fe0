/** Finds the bundle of a document by the id or reference that the API and people use. */
import type { Kind } from '@rafaga/fiscal';
import { actingFor, businessList } from '../actingFor.js';
import { type Db, poolOf } from '../db.js';
import { EVERY_BUSINESS, type Scope, scopeParameter } from '../scope.js';

export interface FoundEntry {
  documentId: number;
  /** The key of the bundle in the file store. */
  objectKey: string;
  offset: number;
  length: number;
}

/** What a document must be to be found. */
export interface ArchiveOwner {
  scope: Scope;
  /** Absent: any kind. */
  kind?: Kind;
}

/** @returns undefined when it is in no bundle or not the owner's */
export async function findArchived(
  db: Db,
  id: number,
  { scope, kind }: ArchiveOwner,
): Promise<FoundEntry | undefined> {
  const { rows } = await poolOf(db).query<FoundEntry>({
    name: 'find_archived',
    text: `SELECT a.document_id AS "documentId", b.object_key AS "objectKey", a.offset, a.length
      FROM archived_documents a JOIN archive_bundles b ON b.id = a.bundle_id
      WHERE a.document_id = $1 AND ($2::int IS NULL OR a.business_id = $2)
        AND ($3::text IS NULL OR a.kind = $3) AND ${actingFor(4)}`,
    values: [
      id,
      scopeParameter(scope),
      kind ?? null,
      scope === EVERY_BUSINESS ? businessList() : businessList(scope),
    ],
  });
  return rows[0] && { ...rows[0], documentId: Number(rows[0].documentId) };
}

/** Finds the documents with a reference, archived or not: at most one for each business. */
export async function findByKey(
  db: Db,
  key: string,
  scope: Scope,
): Promise<{ documentId: number; businessId: number }[]> {
  const { rows } = await poolOf(db).query<{ id: string; business: number }>({
    name: 'find_by_key',
    text: `SELECT document_id AS id, business_id AS business FROM "references"
      WHERE key = $1 AND ($2::int IS NULL OR business_id = $2) ORDER BY document_id`,
    values: [key, scopeParameter(scope)],
  });
  return rows.map(({ id, business }) => ({ documentId: Number(id), businessId: business }));
}
