/** Makes a document from its signed XML; the caller's reference and the stored answer are lost. */
import { createHash } from 'node:crypto';
import { msOfId, type RecoveredDocument } from '@rafaga/db';
import type { InvoiceContent } from '@rafaga/engine';
import { CURRENCY, centsText, lastDay, type Sale, sum, toCents } from '@rafaga/fiscal';
import { saleFromXml } from './saleFromXml.js';

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
    sale: saleWithRemark(content),
    hash: createHash('sha256').update(reference).digest(),
    total: totals.payable,
    deadline: lastDay(kind, issueDate),
    requestId: 'restauracion',
    createdAt: new Date(msOfId(id)),
    totals: { ...totals, discounts: discountsOf(content) },
    warnings: null,
    answer: JSON.stringify({ estado: 'exito', datos: { id, serie: series, correlativo: number } }),
  };
}

/**
 * A sale that does not give every amount of the XML says so on paper and in the record: its totals
 * in the database, its QR and its legends are those of the XML.
 */
function saleWithRemark(content: InvoiceContent): Sale {
  const { sale, exact } = saleFromXml(content);
  if (exact) return sale;
  const total = `${CURRENCY[sale.currency].symbol} ${content.totals.payable}`;
  const remark = `${REMARK} Importe total del XML: ${total}.`;
  return { ...sale, note: sale.note === undefined ? remark : `${remark} ${sale.note}` };
}

const REMARK =
  'Copia reconstruida del XML firmado: valen los importes del XML, que pueden diferir de los de ' +
  'esta copia.';

/** As `price` adds them up: those that change a base, and those that change only the total. */
function discountsOf({ totals, lines, allowances }: InvoiceContent): string {
  const all = [...lines.flatMap((line) => line.allowances), ...allowances];
  const onBase = all.filter(({ code }) => code === '00' || code === '02');
  return centsText(toCents(totals.allowances) + sum(onBase, ({ amount }) => toCents(amount)));
}
