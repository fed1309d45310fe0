/** Checks the unit, product codes, affectation, rate and amounts of every line. */
import { TOLERANCE } from '../allowances.js';
import { affectation } from '../catalogues/affectations.js';
import { productCodeFault, refusesProductCodes } from '../catalogues/productCodes.js';
import { disputedRates, factorOf, igvRates, rateDays, riceRate } from '../catalogues/rates.js';
import { isUnit } from '../catalogues/units.js';
import { intendedUnit, mistakenUnit } from '../intendedUnit.js';
import { CENT, centsText, divide, ONE, scaledText, sum, times, toScaled } from '../money.js';
import type { Cents, PricedLine, PricedSale, Scaled } from '../priced.js';
import type { DateText, Kind } from '../sale.js';
import type { CheckContext, Path, Report, Rule } from './rule.js';

/** The largest amount of the XML: twelve digits and two decimals. */
export const LARGEST: Cents = 99_999_999_999_999n;
/** Operations whose lines may have no tax at all (rule 3105). */
const WITHOUT_TAX = ['0112', '2100', '2101', '2102', '2103', '2104'];
/** Below it ten decimals of a unit value suffice. */
const PRECISE_QUANTITY = 1_000_000_000n * ONE;
const BREAK = /[^\S ]/;

export const lineRules: Rule = (priced, context, report) => {
  const rates = igvRates(priced.sale.issueDate);
  const rice = priced.lines.some(({ line }) => line.affectation === '17');
  for (const [i, line] of priced.lines.entries()) {
    checkCodes(line, i, priced, report);
    checkAffectation(line, i, priced, context, rates, report);
    if (rice && line.line.affectation !== '17' && line.igv.base > 0n) {
      report.fault(
        ['lines', i, 'affectation'],
        'Las líneas de arroz pilado (afectación 17) no pueden mezclarse con otras: emítelas en ' +
          'otro comprobante.',
        '2644',
      );
    }
    checkAmounts(line, i, priced, report);
  }
  announceDisputedRate(priced, report);
};

function checkCodes({ line }: PricedLine, i: number, { sale }: PricedSale, report: Report): void {
  checkUnit(line.unit, ['lines', i, 'unit'], report);
  if (line.code !== undefined && BREAK.test(line.code)) {
    report.warn(
      ['lines', i, 'code'],
      '4269',
      'El código del producto no debe tener saltos de línea ni tabulaciones.',
    );
  }
  if (line.sunatCode === undefined) return;
  checkProductCode(line.sunatCode, ['lines', i, 'sunatCode'], sale.issueDate, report);
  if (line.sunatCode === '84121901' && sale.kind === 'factura') {
    report.fault(
      ['lines', i, 'sunatCode'],
      'El código 84121901 exige los datos del crédito hipotecario, que esta interfaz no recibe.',
      '3150',
    );
  }
}

/** Only a code that no list can contain is refused: the catalogue itself is not held here. */
function checkProductCode(code: string, at: Path, day: DateText, report: Report): void {
  const fault = productCodeFault(code);
  if (fault === undefined) return;
  if (fault === 'shape' && refusesProductCodes(day)) report.fault(at, NO_PRODUCT.shape, '3496');
  else report.warn(at, '3496', NO_PRODUCT[fault]);
}

const NO_PRODUCT = {
  shape: 'El código de producto SUNAT no está en el catálogo 25 (UNSPSC).',
  segment:
    'El código de producto SUNAT no es de un segmento del catálogo 25 (UNSPSC): comprueba sus ' +
    'dos primeros dígitos.',
} as const;

function checkUnit(unit: string, at: Path, report: Report): void {
  if (!isUnit(unit)) {
    const meant = intendedUnit(unit);
    const cure = meant === undefined ? '' : ` Para ${meant.name} envía ${meant.code}.`;
    report.fault(
      at,
      `La unidad de medida ${unit} no está en el catálogo 03 de SUNAT.${cure}`,
      '2936',
    );
    return;
  }
  const mistaken = mistakenUnit(unit);
  if (mistaken === undefined) return;
  report.warn(
    at,
    'unidad_dudosa',
    `La unidad ${unit} es la de ${mistaken.is} en el catálogo 03 de SUNAT: para ` +
      `${mistaken.meant.name} envía ${mistaken.meant.code}.`,
  );
}

function checkAffectation(
  priced: PricedLine,
  i: number,
  sale: PricedSale,
  { issuer }: CheckContext,
  rates: readonly Scaled[],
  report: Report,
): void {
  const { line } = priced;
  const row = affectation(line.affectation);
  if (row === undefined) {
    report.fault(
      ['lines', i, 'affectation'],
      `La afectación ${line.affectation} no está en el catálogo 07 de SUNAT.`,
      '2040',
    );
    return;
  }
  if ((line.affectation === '20' || line.affectation === '21') && !issuer.exonerationAllowed)
    report.fault(
      ['lines', i, 'affectation'],
      'La empresa no tiene habilitada la venta exonerada del IGV: actívala en el panel.',
    );
  if (row.rate === 'igv') checkIgvRate(priced, i, sale, rates, report);
  if (row.rate === 'ivap') checkIvapRate(priced, i, sale, report);
}

function checkIgvRate(
  { igv }: PricedLine,
  i: number,
  { sale }: PricedSale,
  rates: readonly Scaled[],
  report: Report,
): void {
  if (rates.includes(igv.percent) || (sale.operation === '0113' && igv.percent === 0n)) return;
  const allowed = rates
    .map(scaledText)
    .join(', ')
    .replace(/, ([^,]*)$/, ' o $1');
  report.fault(
    ['lines', i, 'igvPercent'],
    `La tasa de IGV de una línea gravada debe ser ${allowed} y llegó ` +
      `${scaledText(igv.percent)}.${otherDays(igv.percent)}`,
    sale.kind === 'factura' ? '3291' : '4290',
  );
}

function checkIvapRate(
  { line: { igvPercent } }: PricedLine,
  i: number,
  { sale }: PricedSale,
  report: Report,
): void {
  const rate = riceRate(sale.issueDate);
  if (igvPercent === undefined || toScaled(igvPercent) === rate) return;
  report.fault(
    ['lines', i, 'igvPercent'],
    `La tasa del IVAP es ${scaledText(rate)} y llegó ${igvPercent}.`,
    sale.kind === 'factura' ? '3295' : '4302',
  );
}

/** On which days a rate applies that does not on that of the sale. */
function otherDays(percent: Scaled): string {
  const days = rateDays(percent);
  return days === undefined ? '' : ` Esa tasa rige del ${days.from} al ${days.until}.`;
}

/** All lines with IGV have one rate (rule 3462), so that the first with it speaks for all. */
function announceDisputedRate({ sale, lines }: PricedSale, report: Report): void {
  const disputed = disputedRates(sale.issueDate);
  const at = lines.findIndex(
    ({ line, igv }) =>
      affectation(line.affectation)?.rate === 'igv' && disputed.includes(igv.percent),
  );
  if (at < 0) return;
  report.warn(
    ['lines', at, 'igvPercent'],
    '3462',
    `Las fuentes no concuerdan sobre la tasa especial de esta fecha (${disputed
      .map(scaledText)
      .join(' o ')}): se envía la que indicaste, y SUNAT decide.`,
  );
}

function checkAmounts(line: PricedLine, i: number, { sale }: PricedSale, report: Report): void {
  const { igv, value, total } = line;
  const least = WITHOUT_TAX.includes(sale.operation) ? 0n : 1n;
  const empty = igv.base < least || value < least;
  if (empty) reportEmptyBase(line, i, report);
  else checkUnitValue(line, i, sale.pricesIncludeTax, report);
  // a discount that leaves nothing of the base is reported as that
  if (total < 0n && !empty)
    report.fault(['lines', i, 'allowances'], 'Los descuentos de la línea superan su importe.');
  if (value <= LARGEST && total <= LARGEST) checkUnitPrecision(line, i, sale.kind, report);
  else
    report.fault(
      ['lines', i],
      'El importe de la línea excede los 12 enteros que SUNAT admite.',
      '2370',
    );
}

/**
 * Rule 3271: quantity times unit value is the line's value. A unit value of ten decimals misses it
 * when the quantity is of thousands of millions.
 */
function checkUnitPrecision(line: PricedLine, i: number, kind: Kind, report: Report): void {
  const { quantity, unitValue, priceType, value, allowances } = line;
  if (quantity < PRECISE_QUANTITY || priceType === '02') return;
  const moved = sum(allowances, ({ code, amount }) =>
    code === '47' ? amount : code === '00' ? -amount : 0n,
  );
  const gap = value - times(unitValue, quantity) - moved;
  if (gap <= TOLERANCE && gap >= -TOLERANCE) return;
  report.find(
    ['lines', i, 'quantity'],
    kind === 'factura' ? '3271' : '4288',
    `La cantidad ${scaledText(quantity)} por el valor unitario ${scaledText(unitValue)}, que ` +
      `admite 10 decimales, difiere del valor de la línea en ${centsText(gap)}: usa una unidad ` +
      'de medida mayor o divide la línea.',
  );
}

/** Rule 3105 in both kinds: every line has a base above zero, a gift its reference value. */
function reportEmptyBase(
  { line, priceType, isc, igv }: PricedLine,
  i: number,
  report: Report,
): void {
  if (line.allowances.some(({ code }) => code === '00')) {
    report.fault(
      ['lines', i, 'allowances'],
      'Los descuentos dejan la línea sin valor: para regalarla usa una afectación gratuita.',
      '3105',
    );
  } else if (priceType === '02') {
    report.fault(
      ['lines', i, 'unitPrice'],
      'Una línea gratuita debe indicar su valor referencial, con un importe de al menos 0.01.',
      '3105',
    );
  } else if (isc !== undefined) {
    report.fault(
      ['lines', i, 'isc'],
      `El ISC (${centsText(isc.amount)}) deja la línea sin valor: debe ser menor que su ` +
        `importe sin IGV, ${centsText(igv.base)}.`,
      '3105',
    );
  } else {
    const text =
      'El importe de la línea debe ser al menos 0.01: para entregarla gratis usa una ' +
      'afectación gratuita (11 a 16, 21, 31 a 37).';
    report.fault(['lines', i, 'unitPrice'], text, '3105');
  }
}

/** A unit value that the caller sent must agree with the unit price to one céntimo. */
function checkUnitValue(
  priced: PricedLine,
  i: number,
  pricesIncludeTax: boolean,
  report: Report,
): void {
  if (priced.line.unitValue === undefined) return;
  const given = toScaled(priced.line.unitValue);
  const expected =
    priced.priceType === '01'
      ? [priced.unitValue]
      : referenceValues(priced, given, pricesIncludeTax);
  if (expected.some((one) => given - one <= CENT && one - given <= CENT)) return;
  report.fault(
    ['lines', i, 'unitValue'],
    'El valor unitario, sin IGV, no concuerda con el precio unitario: debería ser ' +
      `${scaledText(expected[0] ?? 0n)} y llegó ${scaledText(given)}.`,
  );
}

/**
 * The unit values that agree with the price of a gift: the caller may send the reference value as
 * price, as unit value or as both, and the price with or without tax.
 */
function referenceValues(
  { line, igv }: PricedLine,
  given: Scaled,
  pricesIncludeTax: boolean,
): Scaled[] {
  const price = toScaled(line.unitPrice);
  if (given === 0n || price === 0n) return [given];
  return pricesIncludeTax ? [divide(price * ONE, ONE + factorOf(igv.percent)), price] : [price];
}
