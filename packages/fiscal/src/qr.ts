/** The text of the QR that is printed on a document. */
import { DOCUMENT_TYPE } from './catalogues/documents.js';
import { centsText } from './money.js';
import type { PricedSale, Totals } from './priced.js';

/** RUC|type|series|number|IGV|total|date|client's document type|its number| */
export function qrText(
  { sale, totals }: Pick<PricedSale, 'sale' | 'totals'>,
  ruc: string,
  number: number | string,
): string {
  const { client } = sale;
  const fields = [
    ruc,
    DOCUMENT_TYPE[sale.kind],
    sale.series,
    number,
    igv(totals),
    centsText(totals.payable),
    sale.issueDate,
  ];
  return `${[...fields, client.documentType, client.document].join('|')}|`;
}

function igv({ subtotals }: Totals): string {
  return centsText(subtotals.find(({ tax }) => tax === '1000')?.amount ?? 0n);
}
