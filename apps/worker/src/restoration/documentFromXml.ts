/** Makes a document from its signed XML; the caller's reference and the stored answer are lost. */
import { createHash } from 'node:crypto';
import { msOfId, type RecoveredDocument } from '@rafaga/db';
import type { InvoiceContent } from '@rafaga/engine';
import { lastDay } from '@rafaga/fiscal';

export function documentFromXml(id: number, content: InvoiceContent): RecoveredDocument {
  const { kind, series, number, issueDate, currency, client, totals, issuer } = content;
  const reference = `restaurado-${id}`;
  return {
    id,
    ruc: issuer.ruc,
    kind,
    series,
    number,
    reference,
    issueDate,
    currency,
    client,
    sale: saleFrom(content),
    hash: createHash('sha256').update(reference).digest(),
    total: totals.payable,
    deadline: lastDay(kind, issueDate),
    requestId: 'restauracion',
    createdAt: new Date(msOfId(id)),
    totals: { ...totals, discounts: totals.allowances },
    warnings: null,
    answer: JSON.stringify({ estado: 'exito', datos: { id, serie: series, correlativo: number } }),
  };
}

function saleFrom(content: InvoiceContent) {
  const { kind, series, issueDate, currency, client, payment, operation } = content;
  const { establishment, lines } = content;
  return {
    kind,
    series,
    issueDate,
    currency,
    client,
    payment,
    operation,
    pricesIncludeTax: true,
    instalments: [],
    allowances: [],
    advances: [],
    guides: [],
    legends: [],
    payments: [],
    establishment,
    lines: lines.map((line) => ({ ...line, allowances: [] })),
  };
}
