/**
 * The lists of documents, a page at a time, on and back: each page is found by an index from where
 * the last one ended.
 */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import { type DocumentSummary, selectSummaries } from './documentSummary.js';
import type { PageQuery } from './pageQuery.js';

/** What was issued, by its id, the newest first. */
export async function listDocuments(
  db: Db,
  { from, back, limit }: PageQuery,
): Promise<DocumentSummary[]> {
  if (back && from)
    return (
      await selectSummaries(db, 'list_references_back', 'd.id > $1 ORDER BY d.id LIMIT $2', [
        from,
        limit,
      ])
    ).reverse();
  return selectSummaries(db, 'list_references', 'd.id < $1 ORDER BY d.id DESC LIMIT $2', [
    from ?? Number.MAX_SAFE_INTEGER,
    limit,
  ]);
}

export interface SeriesKey {
  businessId: number;
  environment: Environment;
  kind: Kind;
  code: string;
}

/** What one series issued, by number, the highest first. */
export async function listSeriesDocuments(
  db: Db,
  series: SeriesKey,
  { from, back, limit }: PageQuery,
): Promise<DocumentSummary[]> {
  const OF = 'd.business_id = $1 AND d.kind = $2 AND d.series = $3 AND d.environment = $6';
  const values = [
    series.businessId,
    series.kind,
    series.code,
    from ?? 100_000_000,
    limit,
    series.environment,
  ];
  if (back && from)
    return (
      await selectSummaries(
        db,
        'list_series_back',
        `${OF} AND d.number > $4 ORDER BY d.number LIMIT $5`,
        values,
      )
    ).reverse();
  return selectSummaries(
    db,
    'list_series',
    `${OF} AND d.number < $4 ORDER BY d.number DESC LIMIT $5`,
    values,
  );
}

export interface IssuedDocument {
  documentId: number;
  key: string;
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  requestId: string;
  createdAt: Date;
}

/**
 * What one business issued last, the newest first: the highest numbers of each of its series, since
 * its documents run by those.
 */
export async function listNewestDocuments(
  db: Db,
  businessId: number,
  limit: number,
): Promise<IssuedDocument[]> {
  const { rows } = await poolOf(db).query<
    Omit<IssuedDocument, 'documentId'> & { documentId: string }
  >({
    name: 'newest_of',
    text: `SELECT d.id AS "documentId", d.reference AS key, d.environment, d.kind, d.series,
      d.number,
        d.request_id AS "requestId", d.created_at AS "createdAt"
      FROM series s CROSS JOIN LATERAL (
        SELECT * FROM documents
          WHERE business_id = s.business_id AND kind = s.kind AND series = s.code
          AND environment = s.environment ORDER BY number DESC LIMIT $2) AS d
      WHERE s.business_id = $1 ORDER BY d.id DESC LIMIT $2`,
    values: [businessId, limit],
  });
  return rows.map((row) => ({ ...row, documentId: Number(row.documentId) }));
}

/** What is still on its way, by its id, the oldest first. */
export async function listPendingDocuments(
  db: Db,
  { businessId, from, back, limit }: PageQuery & { businessId?: number | undefined },
): Promise<DocumentSummary[]> {
  const ids = (order: string) =>
    `d.id IN (SELECT document_id FROM emissions WHERE document_id ${order} LIMIT $2)`;
  const of = businessId === undefined ? '' : 'AND business_id = $3 ';
  const name = businessId === undefined ? 'list_pending' : 'list_pending_of';
  const values = [from ?? 0, limit, ...(businessId === undefined ? [] : [businessId])];
  const where =
    back && from
      ? ids(`< $1 ${of}ORDER BY document_id DESC`)
      : ids(`> $1 ${of}ORDER BY document_id`);
  return selectSummaries(
    db,
    back && from ? `${name}_back` : name,
    `${where} ORDER BY d.id`,
    values,
  );
}
