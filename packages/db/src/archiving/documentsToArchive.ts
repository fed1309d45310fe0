/**
 * Reads the documents of a business and month whose present version is in no bundle, ordered by id.
 */
import { type Db, poolOf } from '../db.js';
import {
  DOCUMENT_WITH_FILES,
  OF_DOCUMENT,
  type RawStoredDocument,
} from '../documents/documents.js';
import { type Scope, scopeParameter } from '../scope.js';
import type { Month } from './month.js';
import { readMonth } from './readMonth.js';

/** The data of a document that goes into a bundle. */
export interface DocumentToArchive {
  document: RawStoredDocument;
  /** The body of its 201. */
  answer: string;
  /** The hash of the canonical request, in hexadecimal. */
  requestHash: string;
  /** Accepted, but its CDR could not be obtained. */
  withoutCdr: boolean;
  /** The timeline, oldest first. */
  attempts: ArchivedAttempt[];
  /** CDRs that contradict its result; they are evidence and not among its files. */
  contradicting: ContradictingCdr[];
  /** Changes when the document gets a file, an attempt, a result or a contradicting CDR. */
  version: string;
}

export interface ContradictingCdr {
  /** Hexadecimal. */
  sha256: string;
  state: string;
  code: string;
  description: string;
  receivedAt: string;
  /** The key in the file store; null when the bytes are sealed in the database. */
  objectKey: string | null;
  /** The sealed bytes in hexadecimal; removed before it goes into a bundle. */
  sealed?: string | null;
}

export interface ArchivedAttempt {
  at: string;
  attempt: number;
  step: string;
  code: string | null;
  detail: string | null;
  tookMs: number | null;
  worker: string | null;
}

const BATCH = 200;

/**
 * SQL: the version of a document.
 * @param id an SQL expression for its id
 */
export const versionOf = (id: string) => `md5(concat_ws('|',
  (SELECT string_agg(f.kind || encode(f.sha256, 'hex'), ',' ORDER BY f.kind)
    FROM files f WHERE f.document_id = ${id}),
  (SELECT count(*) FROM attempts t WHERE t.document_id = ${id}),
  (SELECT concat(o.state, o.evidence, o.cdr_signature) FROM outcomes o
    WHERE o.document_id = ${id}),
  (SELECT string_agg(encode(p.sha256, 'hex'), ',' ORDER BY p.sha256)
    FROM pending_cdrs p WHERE p.document_id = ${id} AND p.conflict IS NOT NULL)))`;

/**
 * The search index has the documents of a business in order, seconds after they are issued. A
 * statement examines a limited number of them, so that it ends in time even when bundles have
 * nearly all of the month.
 */
const UNARCHIVED = `
  WITH seen AS MATERIALIZED (
    SELECT document_id FROM document_search
    WHERE business_id = $1 AND document_id >= $2 AND document_id < $3
    ORDER BY document_id LIMIT ${25 * BATCH}),
  chosen AS (
    SELECT document_id FROM seen s
    WHERE NOT EXISTS (SELECT FROM archived_documents a WHERE a.document_id = s.document_id
        AND a.version = ${versionOf('s.document_id')})
      AND EXISTS (SELECT FROM documents d WHERE d.id = s.document_id)
    ORDER BY document_id LIMIT ${BATCH})
  SELECT coalesce(array_agg(document_id ORDER BY document_id), '{}') AS ids,
    CASE count(*) WHEN ${BATCH} THEN max(document_id)
      ELSE (SELECT max(document_id) FROM seen) END AS last
  FROM chosen`;

const DOCUMENTS = `
  SELECT ${DOCUMENT_WITH_FILES} AS document, d.answer, encode(r.hash, 'hex') AS "requestHash",
    coalesce((SELECT without_cdr FROM outcomes WHERE document_id = d.id), false) AS "withoutCdr",
    (SELECT coalesce(json_agg(json_build_object('at', a.at, 'attempt', a.attempt, 'step', a.step,
      'code', a.code, 'detail', a.detail, 'tookMs', a.took_ms, 'worker', a.worker)
      ORDER BY a.id), '[]') FROM attempts a WHERE a.document_id = d.id) AS attempts,
    (SELECT coalesce(json_agg(json_build_object('sha256', encode(p.sha256, 'hex'), 'state',
      p.state, 'code', p.code, 'description', p.description, 'receivedAt', p.received_at,
      'objectKey', p.object_key, 'sealed', encode(p.sealed, 'hex')) ORDER BY p.sha256), '[]')
      FROM pending_cdrs p WHERE p.document_id = d.id AND p.conflict IS NOT NULL) AS contradicting,
    ${versionOf('d.id')} AS version
  FROM unnest($1::bigint[]) AS chosen (id) JOIN documents d ON d.id = chosen.id
  ${OF_DOCUMENT} ORDER BY d.id`;

/** Yields batches, which bound the number of documents in memory. */
export async function* documentsToArchive(
  db: Db,
  businessId: number,
  { from, before }: Month,
): AsyncGenerator<DocumentToArchive[]> {
  for (let first = from; ; ) {
    const chosen = await poolOf(db).query<{ ids: string[]; last: string | null }>({
      name: 'documents_to_archive',
      text: UNARCHIVED,
      values: [businessId, first, before],
    });
    const { ids = [], last } = chosen.rows[0] ?? {};
    if (!last) return;
    if (ids.length > 0) yield await readDocuments(db, ids);
    first = Number(last) + 1;
  }
}

async function readDocuments(db: Db, ids: readonly string[]): Promise<DocumentToArchive[]> {
  const { rows } = await poolOf(db).query<DocumentToArchive>({
    name: 'archive_documents',
    text: DOCUMENTS,
    values: [ids],
  });
  return rows;
}

export interface BusinessToArchive {
  id: number;
  ruc: string;
}

/** Lists the businesses that issued documents in the month. */
export async function businessesToArchive(
  db: Db,
  { from, before }: Month,
  scope: Scope,
): Promise<BusinessToArchive[]> {
  const { rows } = await poolOf(db).query<BusinessToArchive>({
    name: 'businesses_to_archive',
    text: `SELECT b.id, b.ruc FROM businesses b
      WHERE ($3::int IS NULL OR b.id = $3) AND EXISTS (SELECT FROM document_search s
        WHERE s.business_id = b.id AND s.document_id >= $1 AND s.document_id < $2)
      ORDER BY b.ruc`,
    values: [from, before, scopeParameter(scope)],
  });
  return rows;
}

export interface Unarchived {
  ruc: string;
  count: number;
}

/** Counts the documents of the month that are in no bundle, by business. */
export async function unarchivedByBusiness(
  db: Db,
  { from, before }: Month,
  scope: Scope,
): Promise<Unarchived[]> {
  return readMonth<Unarchived>(
    db,
    `SELECT b.ruc, n.count FROM (
        SELECT d.business_id, count(*)::int AS count FROM documents d
        WHERE d.id >= $1 AND d.id < $2 AND ($3::int IS NULL OR d.business_id = $3)
          AND NOT EXISTS (SELECT FROM archived_documents a WHERE a.document_id = d.id)
        GROUP BY d.business_id) AS n
      JOIN businesses b ON b.id = n.business_id ORDER BY b.ruc`,
    [from, before, scopeParameter(scope)],
  );
}
