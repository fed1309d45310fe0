/** Issues a sale of the fiscal core as a document that is searchable at once. */
import { price, type Sale, totalsJson } from '@rafaga/fiscal';
import { aDocument } from './aDocument.js';
import { issuanceOf, type TestDb } from './connections.js';

/** @returns the document's id */
export async function issueSale(db: TestDb, businessId: number, sale: Sale): Promise<number> {
  const { kind, series, issueDate, currency } = sale;
  const totals = totalsJson(price(sale).totals);
  const given = { kind, series, issueDate, currency, sale, totals, total: totals.payable };
  const issued = await issuanceOf(db).issue(aDocument(businessId, given));
  if (issued.is !== 'issued') throw new Error(issued.is);
  // what a worker does some seconds later
  await db.pool.query(
    `WITH client AS (INSERT INTO clients (business_id, document, name) VALUES ($1, $2, 'X')
        RETURNING id)
      INSERT INTO document_search (business_id, document_id, client_id, total)
      SELECT $1, $3, id, $4 FROM client`,
    [businessId, `doc-${issued.id}`, issued.id, totals.payable],
  );
  return issued.id;
}
