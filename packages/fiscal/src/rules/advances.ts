/** Checks the advances that a sale deducts. */
import { allowanceTotal, beyondTolerance } from '../allowances.js';
import { factorOf } from '../catalogues/rates.js';
import { ADVANCE_NUMBER } from '../catalogues/relatedDocuments.js';
import { isIgvOrIvap } from '../catalogues/taxes.js';
import { centsText, part, toCents } from '../money.js';
import type { PricedSale, TaxCode } from '../priced.js';
import type { Report, Rule } from './rule.js';

const DEDUCTED = ['04', '05', '06', '20'];
/**
 * What a code deducts from; an export has no code of its own. From another base it deducts nothing,
 * and the advance would be declared twice.
 */
const DEDUCTS_FROM: readonly { code: string; taxes: ReadonlySet<TaxCode>; text: string }[] = [
  {
    code: '04',
    taxes: new Set(['1000', '1016']),
    text:
      'La venta no tiene operaciones gravadas de las que descontar el anticipo: usa el código 05 ' +
      'para lo exonerado o 06 para lo inafecto, o no envíes ninguno y se calculan.',
  },
  {
    code: '06',
    taxes: new Set(['9998', '9995']),
    text:
      'La venta no tiene operaciones inafectas de las que descontar el anticipo: usa el código ' +
      '04 para lo gravado o 05 para lo exonerado, o no envíes ninguno y se calculan.',
  },
];

export const advanceRules: Rule = (priced, { lastNumbers }, report) => {
  const { sale } = priced;
  const seen = new Set<string>();
  for (const [i, { documentType, document, amount }] of sale.advances.entries()) {
    const [series = '', number] = document.split('-');
    const format = Object.hasOwn(ADVANCE_NUMBER, documentType)
      ? ADVANCE_NUMBER[documentType]
      : undefined;
    if (format === undefined) {
      report.fault(
        ['advances', i, 'documentType'],
        'El anticipo debe ser de una factura (02) o de una boleta (03).',
        '2505',
      );
    } else if (!format.test(document) || Number(number) === 0) {
      report.fault(
        ['advances', i, 'document'],
        'La serie y el número del anticipo no son los de un comprobante de ese tipo: una factura ' +
          'tiene una serie como F001, una boleta como B001, y el número es mayor que cero.',
        '2521',
      );
    }
    if (toCents(amount) === 0n)
      report.fault(
        ['advances', i, 'amount'],
        'El monto del anticipo debe ser mayor que cero.',
        '2503',
      );
    const key = `${documentType} ${series}-${Number(number)}`;
    if (seen.has(key))
      report.fault(
        ['advances', i, 'document'],
        'El anticipo está repetido en el comprobante: envíalo una sola vez.',
        '2365',
      );
    seen.add(key);
    const last = lastNumbers?.get(series);
    if (last !== undefined && Number(number) > last)
      report.warn(
        ['advances', i, 'document'],
        `El anticipo ${document} no se ha emitido: la serie ${series} de la empresa va en el ` +
          `número ${last}.`,
        '3218',
      );
  }
  checkDeductions(priced, report);
};

/**
 * The amount deducted from the bases must equal the advances of the sale (3282, 3287).
 */
function checkDeductions({ sale, allowances, lines, totals }: PricedSale, report: Report): void {
  const at = sale.allowances.findIndex(({ code }) => DEDUCTED.includes(code));
  const isDeducted = allowanceTotal(allowances, '04', '05', '06') > 0n;
  if (at < 0) {
    if (totals.prepaid > 0n && !isDeducted)
      report.fault(
        ['advances'],
        'Los descuentos no dejan valor de venta del que descontar los anticipos, solo el ISC.',
        '3287',
      );
    return;
  }
  if (totals.prepaid === 0n) {
    report.fault(
      ['allowances', at, 'code'],
      'Un descuento por anticipos requiere los anticipos que lo sustentan.',
      '3282',
    );
    return;
  }
  if (!isDeducted)
    report.fault(
      ['allowances', at, 'amount'],
      'El descuento por anticipos debe tener un monto mayor que cero.',
      '3287',
    );
  for (const { code, taxes, text } of DEDUCTS_FROM) {
    const place = sale.allowances.findIndex((allowance) => allowance.code === code);
    const isThere = totals.subtotals.some(({ tax }) => taxes.has(tax));
    if (place >= 0 && !isThere && allowanceTotal(allowances, code) > 0n)
      report.fault(['allowances', place, 'code'], text);
  }
  const rate = factorOf(lines.find(({ igv }) => isIgvOrIvap(igv.tax))?.igv.percent ?? 0n);
  const deducted =
    allowanceTotal(allowances, ...DEDUCTED) + part(allowanceTotal(allowances, '04', '20'), rate);
  const text =
    `Los descuentos por anticipos suman ${centsText(deducted)} con impuestos y los anticipos ` +
    `${centsText(totals.prepaid)}: deben coincidir.`;
  if (!beyondTolerance(deducted, totals.prepaid)) return;
  for (const [j, { code }] of sale.allowances.entries())
    if (DEDUCTED.includes(code)) report.fault(['allowances', j, 'amount'], text);
  report.fault(['advances', 0, 'amount'], text);
}
