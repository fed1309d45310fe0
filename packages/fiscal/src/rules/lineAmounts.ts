/** Checks the amounts of a line: above zero, within their bounds, and in agreement. */
import { allowanceTotal, missesProduct } from '../allowances.js';
import { affectation } from '../catalogues/affectations.js';
import { factorOf } from '../catalogues/rates.js';
import { unitPrices } from '../lines.js';
import { CENT, centsText, exceedsXml, ONE, scaledText, times, toScaled } from '../money.js';
import type { PricedLine, Scaled } from '../priced.js';
import type { Sale } from '../sale.js';
import type { LineCheck } from './lineCheck.js';

/** A unit price has twelve digits before its decimals. */
const PRICE_LIMIT = 1_000_000_000_000n * ONE;
/** Below it ten decimals of a unit value suffice. */
const PRECISE_QUANTITY = 1_000_000_000n * ONE;

export function checkLineAmounts(checked: LineCheck): void {
  const { at, report } = checked;
  const { igv, unitPrice, unitValue, priceType, value, total } = checked.priced;
  // a discount or an ISC that leaves nothing of the base is reported as that
  if (igv.base <= 0n || value <= 0n) reportEmptyBase(checked);
  else {
    checkUnitValue(checked);
    // a charge may hide it from the value of the line; the unit value of a gift is 0
    if ((priceType === '02' ? unitPrice : unitValue) < 0n)
      report.fault(
        at('isc'),
        'El ISC de la línea supera su precio: el valor unitario sería negativo.',
      );
    if (total < 0n)
      report.fault(at('allowances'), 'Los descuentos de la línea superan su importe.');
  }
  const large = largeAmount(checked.priced);
  if (large === undefined) checkUnitPrecision(checked);
  else
    report.fault(
      at(large.field),
      `${large.what} excede los 12 enteros que SUNAT admite.`,
      large.code,
    );
}

/** What of a line the XML has no place for. */
export function largeAmount(
  line: PricedLine,
): { field?: string; what: string; code: string } | undefined {
  const { value, total, igv, isc, allowances, unitPrice } = line;
  if (exceedsXml(value, total, igv.base, igv.amount))
    return { what: 'El importe de la línea', code: '2370' };
  if (exceedsXml(...allowances.flatMap(({ base, amount }) => [base, amount])))
    return { field: 'allowances', what: 'La base de un descuento o cargo', code: '3053' };
  if (exceedsXml(isc?.base ?? 0n))
    return { field: 'isc', what: 'La base del ISC, su importe por su porcentaje,', code: '3031' };
  if (unitPrice >= PRICE_LIMIT)
    return { field: 'unitPrice', what: 'El precio unitario con impuestos', code: '2367' };
  return undefined;
}

/**
 * Rule 3271: quantity times unit value is the line's value. A unit value of ten decimals misses it
 * when the quantity is of thousands of millions.
 */
function checkUnitPrecision({ priced, sale, at, report }: LineCheck): void {
  const { quantity, unitValue, priceType, value, allowances } = priced;
  if (quantity < PRECISE_QUANTITY || priceType === '02') return;
  const moved = allowanceTotal(allowances, '47') - allowanceTotal(allowances, '00');
  if (!missesProduct(value - moved, unitValue * quantity, ONE * CENT)) return;
  const shown = times(unitValue, quantity) + moved;
  report.find(
    at('quantity'),
    `La cantidad ${scaledText(quantity)} por el valor unitario ${scaledText(unitValue)}, que ` +
      `admite 10 decimales, difiere del valor de la línea en ${centsText(value - shown)}: usa ` +
      'una unidad de medida mayor o divide la línea.',
    sale.kind === 'factura' ? '3271' : '4288',
  );
}

/**
 * Every line has a base above zero, a gift its reference value. Rule 3105 exempts some operations
 * without tax, but here a line of nothing is a mistake in those too.
 */
function reportEmptyBase({ priced, at, report }: LineCheck): void {
  const { line, priceType, isc, igv } = priced;
  if (line.allowances.some(({ code }) => code === '00')) {
    report.fault(
      at('allowances'),
      'Los descuentos dejan la línea sin valor: para regalarla usa una afectación gratuita.',
      '3105',
    );
  } else if (priceType === '02') {
    report.fault(
      at('unitPrice'),
      'Una línea gratuita debe indicar su valor referencial, con un importe de al menos 0.01.',
      '3105',
    );
  } else if (isc !== undefined) {
    report.fault(
      at('isc'),
      `El ISC (${centsText(isc.amount)}) deja la línea sin valor: debe ser menor que su ` +
        `importe sin IGV, ${centsText(igv.base)}.`,
      '3105',
    );
  } else {
    const advice =
      affectation(line.affectation)?.free === 'if zero'
        ? 'deja el precio en 0 y envía su valor referencial en mto_valor_unitario'
        : 'usa una afectación gratuita (11 a 16, 21, 31 a 37)';
    const text = `El importe de la línea debe ser al menos 0.01: para entregarla gratis ${advice}.`;
    report.fault(at('unitPrice'), text, '3105');
  }
}

/** A unit value that the caller sent must agree with the unit price to one céntimo. */
function checkUnitValue({ priced, sale, at, report }: LineCheck): void {
  if (priced.line.unitValue === undefined) return;
  const given = toScaled(priced.line.unitValue);
  const expected =
    priced.priceType === '01' ? [priced.unitValue] : referenceValues(priced, given, sale);
  if (expected.some((one) => given - one <= CENT && one - given <= CENT)) return;
  report.fault(
    at('unitValue'),
    'El valor unitario, sin IGV, no concuerda con el precio unitario: debería ser ' +
      `${scaledText(expected[0] ?? 0n)} y llegó ${scaledText(given)}.`,
  );
}

/**
 * The unit values that agree with the price of a gift: the caller may send the reference value as
 * price, as unit value or as both, and the price with or without tax.
 */
function referenceValues({ line, igv, quantity }: PricedLine, given: Scaled, sale: Sale): Scaled[] {
  const price = toScaled(line.unitPrice);
  if (given === 0n || price === 0n) return [given];
  const { value } = unitPrices(price, quantity, line, sale, { rate: factorOf(igv.percent) });
  return [value, price];
}
