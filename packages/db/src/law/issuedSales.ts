/** Reads what was issued in the last days, a batch at a time in the order of the documents' ids. */
import { type Issued, type Sale, type TotalsJson, toCents } from '@rafaga/fiscal';
import { type Db, poolOf } from '../db.js';
import { NO_ID_BEFORE_MS } from '../statistics/documentIdTime.js';

export interface IssuedSale {
  documentId: number;
  sale: Sale;
  /** Its amounts as issued. */
  issued: Issued;
}

export interface IssuedSalesOptions {
  businessId: number;
  /** Those issued from this time on. */
  since: Date;
  limit?: number;
}

const LIMIT = 200;

/** The index by business has every document some seconds after it was issued. */
const READ = `
  SELECT d.id, d.sale, d.totals FROM (
    SELECT document_id FROM document_search WHERE business_id = $1 AND document_id > $2
    ORDER BY document_id LIMIT $3) AS s
  JOIN documents d ON d.id = s.document_id ORDER BY d.id`;

/** @returns batches; none is empty */
export async function* issuedSales(
  db: Db,
  { businessId, since, limit = LIMIT }: IssuedSalesOptions,
): AsyncGenerator<IssuedSale[]> {
  let after = (BigInt(Math.max(since.getTime(), NO_ID_BEFORE_MS) - NO_ID_BEFORE_MS) << 10n) - 1n;
  for (;;) {
    const { rows } = await poolOf(db).query<{ id: string; sale: Sale; totals: TotalsJson }>({
      name: 'issued_sales',
      text: READ,
      values: [businessId, after, limit],
    });
    if (rows.length > 0) yield rows.map(issuedSale);
    if (rows.length < limit) return;
    after = BigInt(rows.at(-1)?.id ?? 0);
  }
}

const issuedSale = (row: { id: string; sale: Sale; totals: TotalsJson }): IssuedSale => ({
  documentId: Number(row.id),
  sale: row.sale,
  issued: { payable: toCents(row.totals.payable), taxes: toCents(row.totals.taxes) },
});
