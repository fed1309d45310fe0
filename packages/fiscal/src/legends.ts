/**
 * The legends of a document (catalogue 52): those of the caller, and those that its totals
 * require.
 */
import { LEGEND } from './catalogues/legends.js';
import { isDetraction } from './catalogues/operations.js';
import type { Cents, TaxCode } from './priced.js';
import type { Legend, Sale } from './sale.js';
import { amountInWords } from './words.js';

/** A legend of the caller replaces the computed one of the same code. */
export function legendsOf(
  sale: Sale,
  payable: Cents,
  bases: ReadonlyMap<TaxCode, Cents>,
): Legend[] {
  const computed: Legend[] = [
    { code: '1000', text: amountInWords(payable < 0n ? 0n : payable, sale.currency) },
  ];
  if ((bases.get('9996') ?? 0n) > 0n) computed.push({ code: '1002', text: LEGEND['1002'] });
  if (sale.perception !== undefined) computed.push({ code: '2000', text: LEGEND['2000'] });
  if (isDetraction(sale.operation)) computed.push({ code: '2006', text: LEGEND['2006'] });
  if (sale.lines.some((line) => line.affectation === '17'))
    computed.push({ code: '2007', text: LEGEND['2007'] });
  const written = new Set(sale.legends.map((legend) => legend.code));
  return [...sale.legends, ...computed.filter((legend) => !written.has(legend.code))].sort(
    (a, b) => (a.code < b.code ? -1 : 1),
  );
}
