/** Checks the taxes of a line other than the IGV: the ISC and the tax on plastic bags. */
import { beyondTolerance } from '../allowances.js';
import { bagTax } from '../catalogues/icbper.js';
import { ISC_SYSTEM } from '../catalogues/iscSystems.js';
import { iscRate } from '../isc.js';
import { centsText, ONE, roundTo, scaledOf, scaledText, toCents } from '../money.js';
import type { Cents, PricedLine, PricedSale } from '../priced.js';
import type { Isc, Line } from '../sale.js';
import type { Report, Rule } from './rule.js';

/** By how much a till that rounds otherwise may miss an amount. */
const ROUNDED = 1n;

export const taxRules: Rule = (priced, _context, report) => {
  for (const [i, line] of priced.lines.entries()) {
    if (line.isc !== undefined) checkIsc(line, i, report);
    if (line.icbper !== undefined) checkBags(line, i, priced, report);
  }
};

function checkIsc({ line, isc, igv, value }: PricedLine, i: number, report: Report): void {
  const at = ['lines', i, 'isc'];
  if (line.isc === undefined || isc === undefined) return;
  if (!Object.hasOwn(ISC_SYSTEM, line.isc.system)) {
    report.fault(
      [...at, 'system'],
      'El sistema de cálculo del ISC no está en el catálogo 08 de SUNAT.',
      '2041',
    );
    return;
  }
  if (igv.tax === '1016' || line.affectation === '17')
    report.fault(at, 'Una venta de arroz pilado (IVAP) no lleva ISC: quítalo.', '2650');
  if (line.isc.system === '01' && line.isc.percent === undefined && line.isc.amount === undefined) {
    report.fault(
      [...at, 'percent'],
      'Indica la tasa del ISC: el sistema al valor la requiere.',
      '3104',
    );
  } else if (line.isc.system !== '01' && line.isc.amount === undefined) {
    report.fault(
      [...at, 'amount'],
      'Indica el importe del ISC de la línea: los sistemas 02 y 03 lo requieren.',
      '3108',
    );
  } else if (value <= 0n && toCents(line.isc.amount ?? '0') > 0n) {
    return; // the rules of lines report the empty line
  } else if (isc.percent <= 0n || (isc.amount <= 0n && iscRate(line.isc) === 0n)) {
    report.fault(
      at,
      'El ISC de la línea debe ser mayor que cero; si no lo lleva, omítelo.',
      '3104',
    );
  } else if (isc.percent >= 1000n * ONE) {
    report.fault(
      [...at, line.isc.percent === undefined ? 'amount' : 'percent'],
      'La tasa del ISC admite hasta 3 enteros.',
      '3102',
    );
  } else {
    checkIscAmount(line.isc, isc.amount, i, report);
  }
}

/** An amount that is given beside the rate is what the rate gives. */
function checkIscAmount(given: Isc, owed: Cents, i: number, report: Report): void {
  const amount = given.amount === undefined ? 0n : toCents(given.amount);
  if (given.system !== '01' || amount <= 0n) return;
  const text =
    `El importe del ISC no es su base, sin IGV, por la tasa: debería ser ${centsText(owed)} y ` +
    `llegó ${centsText(amount)}.`;
  if (beyondTolerance(amount, owed)) report.fault(['lines', i, 'isc', 'amount'], text, '3108');
}

function checkBags(
  { line, quantity, icbper }: PricedLine,
  i: number,
  { sale }: PricedSale,
  report: Report,
): void {
  const at = ['lines', i, 'icbper'];
  if (icbper === undefined) return;
  if (sale.operation === '0113')
    report.fault(at, 'Una venta del NRUS (0113) no lleva ICBPER: quítalo.', '3240');
  if (quantity % ONE !== 0n) {
    report.fault(
      ['lines', i, 'quantity'],
      'Las bolsas de una línea con ICBPER deben ser un número entero: el impuesto es por bolsa.',
      '3236',
    );
  } else if (quantity > 99_999n * ONE) {
    report.fault(
      ['lines', i, 'quantity'],
      'Una línea con ICBPER admite hasta 99999 bolsas.',
      '2892',
    );
  }
  const perBag = [...at, 'perBag'];
  if (icbper.perBag === 0n) {
    const text =
      sale.currency === 'PEN'
        ? 'El ICBPER por bolsa debe ser mayor que cero.'
        : 'Indica el ICBPER por bolsa en la moneda del comprobante.';
    report.fault(perBag, text, '3238');
  } else if (icbper.perBag !== roundTo(icbper.perBag, 5) || icbper.perBag >= 1000n * ONE) {
    report.fault(perBag, 'El ICBPER por bolsa admite 3 enteros y 5 decimales.', '2892');
  } else if (sale.currency === 'PEN' && icbper.perBag !== bagTax(sale.issueDate)) {
    report.warn(
      perBag,
      `El ICBPER vigente en la fecha de emisión es ${scaledText(bagTax(sale.issueDate))} ` +
        'por bolsa.',
      '4237',
    );
  }
  checkBagAmount(line, icbper, i, report);
  if (scaledOf(icbper.amount) !== icbper.perBag * icbper.bags)
    report.warn(
      perBag,
      'El ICBPER por bolsa, por el número de bolsas, no da un importe de dos decimales exactos.',
      '4318',
    );
}

/** An amount that was sent must be the tax of those bags, whichever of the numbers is wrong. */
function checkBagAmount(
  { icbper: given, quantity }: Line,
  { perBag, amount }: NonNullable<PricedLine['icbper']>,
  i: number,
  report: Report,
): void {
  if (given?.amount === undefined || perBag === 0n) return;
  const gap = toCents(given.amount) - amount;
  if (gap <= ROUNDED && gap >= -ROUNDED) return;
  const fields = given.perBag === undefined ? ['amount'] : ['amount', 'perBag'];
  const text =
    `El ICBPER de ${quantity} bolsas a ${scaledText(perBag)} es ${centsText(amount)} y llegó ` +
    `${centsText(toCents(given.amount))}: corrige el importe, el factor o la cantidad.`;
  for (const field of fields) report.fault(['lines', i, 'icbper', field], text);
  report.fault(['lines', i, 'quantity'], text);
}
