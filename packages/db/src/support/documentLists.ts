/** Lists the documents of a series and of a business by number, through an index. */
import type { Kind } from '@rafaga/fiscal';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import { type ListedDocument, selectSummaries } from './documentSummary.js';
import type { PageQuery } from './pageQuery.js';

export interface SeriesKey {
  businessId: number;
  environment: Environment;
  kind: Kind;
  code: string;
}

/** The documents of one series, the highest number first. */
export async function listSeriesDocuments(
  db: Db,
  series: SeriesKey,
  { from, back, limit }: PageQuery,
): Promise<ListedDocument[]> {
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
  reference: string;
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  requestId: string;
  createdAt: Date;
}

/**
 * Lists the newest documents of one business, from the highest numbers of each of its series,
 * because the index is by series and number.
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
    text: `SELECT d.id AS "documentId", d.reference, d.environment, d.kind, d.series,
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
