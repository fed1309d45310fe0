/**
 * Reads the sales that a business issued in one environment in the last days, without discarded
 * ones, in batches ordered by the documents' ids.
 */
import type { Sale, TotalsJson } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';

export interface IssuedSale {
  documentId: number;
  sale: Sale;
  /** The totals as issued. */
  totals: TotalsJson;
}

export interface IssuedSalesOptions {
  businessId: number;
  /** 'simulator', 'beta' or 'production' */
  environment: string;
  /** Leaves out sales that were issued before. */
  since: Date;
  limit?: number;
}

const LIMIT = 200;

/**
 * Reads the index by business, which has a document seconds after it is issued. A document that is
 * discarded or of another environment gives a row without its sale, so that the next batch begins
 * after it. As NOT EXISTS, the last condition could read every rejection ever, to hash them.
 */
const READ = `
  SELECT s.document_id AS id, d.sale, d.totals FROM (
    SELECT document_id FROM document_search WHERE business_id = $1 AND document_id > $2
    ORDER BY document_id LIMIT $3) AS s
  LEFT JOIN documents d ON d.id = s.document_id AND d.environment = $4 AND (
    SELECT true FROM attempts WHERE document_id = s.document_id AND step IN ('rejected', 'resolved')
      AND step = 'resolved' AND split_part(detail, ':', 1) = 'discarded' LIMIT 1) IS NULL
  ORDER BY s.document_id`;

interface Row {
  id: string;
  sale: Sale | null;
  totals: TotalsJson | null;
}

/** @returns batches; one whose documents are all left out is empty */
export async function* issuedSales(
  db: Db,
  { businessId, environment, since, limit = LIMIT }: IssuedSalesOptions,
): AsyncGenerator<IssuedSale[]> {
  let after = (BigInt(Math.max(since.getTime(), NO_ID_BEFORE_MS) - NO_ID_BEFORE_MS) << 10n) - 1n;
  for (;;) {
    const { rows } = await poolOf(db).query<Row>({
      name: 'issued_sales',
      text: READ,
      values: [businessId, after, limit, environment],
    });
    if (rows.length > 0) yield rows.flatMap(issuedSale);
    if (rows.length < limit) return;
    after = BigInt(rows.at(-1)?.id ?? 0);
  }
}

const issuedSale = ({ id, sale, totals }: Row): IssuedSale[] =>
  sale === null || totals === null ? [] : [{ documentId: Number(id), sale, totals }];
