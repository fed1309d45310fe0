/** Checks the totals of the document with SUNAT's formulas. */
import { allowanceTotal, missesProduct } from '../allowances.js';
import { LEGEND_OF_TAX } from '../catalogues/legends.js';
import { factorOf } from '../catalogues/rates.js';
import { isIgvOrIvap } from '../catalogues/taxes.js';
import { centsText, exceedsXml, part, sum } from '../money.js';
import type { PricedSale } from '../priced.js';
import { exceedsTaxedBase } from './allowances.js';
import { largeAmount } from './lineAmounts.js';
import type { Codes, Report, Rule } from './rule.js';

const HEADER_TAX: Readonly<Record<'1000' | '1016', Codes>> = {
  '1000': { factura: '3291', boleta: '4290' },
  '1016': { factura: '3295', boleta: '4302' },
};

export const totalRules: Rule = (priced, _context, report) => {
  const { sale, lines, totals } = priced;
  // without either, a discount of a line is too large, and the rules of lines report it
  const reported = exceedsTaxedBase(priced);
  if (totals.payable < 0n && !reported && (totals.prepaid > 0n || sale.allowances.length > 0)) {
    const what =
      totals.prepaid > 0n ? 'Los descuentos y anticipos superan' : 'Los descuentos superan';
    report.fault(
      totals.prepaid > 0n ? ['advances'] : ['allowances'],
      `${what} el importe de la venta: el total sería ${centsText(totals.payable)}.`,
    );
  }
  if (hasLargeTotal(priced) && lines.every((line) => largeAmount(line) === undefined))
    report.fault([], 'Un total del comprobante excede los 12 enteros que SUNAT admite.', '2062');
  checkSubtotals(priced, report);
  checkHeaderTax(priced, report);
  checkLegends(priced, report);
};

/** Whether the XML has no place for an amount of the document. */
function hasLargeTotal({ totals, allowances, perception }: PricedSale): boolean {
  const rows = [...totals.subtotals, ...allowances];
  return exceedsXml(
    totals.withTaxes,
    totals.charges,
    totals.payable,
    perception?.total ?? 0n,
    ...rows.flatMap(({ base, amount }) => [base, amount]),
  );
}

/** Rules 2999 and 2048: no base and no tax of the document is negative. */
function checkSubtotals({ sale, totals }: PricedSale, report: Report): void {
  // without advances the rules of lines and allowances report it
  if (sale.advances.length === 0) return;
  if (totals.subtotals.every(({ base, amount }) => base >= 0n && amount >= 0n)) return;
  report.fault(
    ['advances', 0, 'amount'],
    'Los anticipos y descuentos dejan negativo un total de operaciones o de impuestos: reparte ' +
      'los descuentos por anticipos entre lo gravado (04), lo exonerado (05) y lo inafecto (06) ' +
      'que tiene la venta, u omítelos y se calculan.',
    '2999',
  );
}

/**
 * Rules 3291 and 3295: the tax is the rate of the lines times the sum of their bases, less the
 * allowances 02, 04 and 20, plus 49.
 */
function checkHeaderTax({ sale, lines, allowances, totals }: PricedSale, report: Report): void {
  const subtotal = totals.subtotals.find(({ tax }) => isIgvOrIvap(tax));
  if (subtotal === undefined) return;
  const own = lines.filter(({ igv }) => igv.tax === subtotal.tax);
  if (own.some(({ igv }) => igv.base <= 0n)) return; // the rules of lines report it
  if (own.some(({ igv }) => igv.percent !== own[0]?.igv.percent)) return; // and rule 3462 this
  const base =
    sum(own, ({ igv }) => igv.base) -
    allowanceTotal(allowances, '02', '04', '20') +
    allowanceTotal(allowances, '49');
  const rate = factorOf(own[0]?.igv.percent ?? 0n);
  if (!missesProduct(subtotal.amount, base * rate)) return;
  const text =
    `El impuesto de las líneas (${centsText(subtotal.amount)}) se aparta del de su suma ` +
    `(${centsText(part(base, rate))}): agrupa las líneas de pocos céntimos.`;
  report.find(['lines'], text, HEADER_TAX[subtotal.tax === '1016' ? '1016' : '1000'][sale.kind]);
}

function checkLegends({ sale, totals }: PricedSale, report: Report): void {
  for (const [i, { code }] of sale.legends.entries()) {
    const row = Object.hasOwn(LEGEND_OF_TAX, code) ? LEGEND_OF_TAX[code] : undefined;
    if (!row || totals.subtotals.some(({ tax, base }) => tax === row.tax && base > 0n)) continue;
    report.find(
      ['legends', i, 'code'],
      `La leyenda ${code} requiere operaciones ${row.operations}.`,
      row[sale.kind],
    );
  }
}
