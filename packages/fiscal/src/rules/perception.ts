/** Checks the percepción: its operation, form of payment, regime, rate and amounts. */
import { missesProduct } from '../allowances.js';
import { perceptionFactor } from '../catalogues/perceptions.js';
import { centsText, part, scaledText, toCents, toScaled } from '../money.js';
import type { Cents, PricedPerception, PricedSale } from '../priced.js';
import type { Sale } from '../sale.js';
import type { Report, Rule } from './rule.js';

export const perceptionRules: Rule = (priced, _context, report) => {
  const { sale, perception } = priced;
  const perceived = sale.operation === '2001';
  if (perception === undefined) {
    // rule 3093 requires it of every boleta and of cash facturas
    const due = perceived && (sale.kind === 'boleta' || sale.payment === 'cash');
    if (due)
      report.fault(
        ['perception'],
        'El tipo de operación 2001 requiere los datos de la percepción.',
        '3093',
      );
    return;
  }
  if (!perceived && sale.detraction === undefined)
    report.fault(['operation'], 'Una percepción requiere el tipo de operación 2001.', '3308');
  if (sale.payment !== 'cash' && sale.kind === 'factura')
    report.fault(['perception'], 'Una percepción requiere la forma de pago Contado.', '3330');
  const agrees =
    !hasLawfulRate(sale, perception, report) || amountsAgree(priced, perception, report);
  // a total that was made with a wrong amount is not compared with it
  if (agrees) checkTotal(priced, perception, report);
};

/** A wrong code or rate is reported, and then its product is not compared. */
function hasLawfulRate(sale: Sale, { code, factor }: PricedPerception, report: Report): boolean {
  const lawful = perceptionFactor(code, sale.issueDate);
  if (lawful !== undefined && toScaled(lawful) === factor) return true;
  if (lawful === undefined)
    report.fault(
      ['perception', 'code'],
      `El régimen de percepción ${code} no está en el catálogo 53 de SUNAT.`,
      '3071',
    );
  else {
    report.fault(
      ['perception', 'factor'],
      `La tasa de ese régimen de percepción es ${scaledText(toScaled(lawful) * 100n)} % y ` +
        `llegó ${scaledText(factor * 100n)} %.`,
      '2798',
    );
  }
  return false;
}

/** @returns whether the amount is the rate of the base */
function amountsAgree(
  { sale, lines, totals }: PricedSale,
  { factor, base, amount }: PricedPerception,
  report: Report,
): boolean {
  if (base === 0n || amount === 0n)
    report.fault(
      ['perception', 'amount'],
      'La base y el monto de la percepción deben ser mayores que cero.',
      '3233',
    );
  const expected = part(base, factor);
  const beyond = missesProduct(amount, base * factor);
  const agrees = !beyond && !differs(amount, expected, lines);
  if (!agrees) {
    const text =
      `El monto de la percepción no es su base, con IGV, por la tasa: debería ser ` +
      `${centsText(expected)} y llegó ${centsText(amount)}.`;
    const code = beyond ? '2798' : undefined;
    for (const field of ['amount', 'base']) report.fault(['perception', field], text, code);
  }
  if (sale.currency === 'PEN' && base > totals.payable) {
    report.fault(
      ['perception', 'base'],
      `La base de la percepción, ${centsText(base)}, supera el importe total, con IGV: ` +
        `${centsText(totals.payable)}.`,
      '2797',
    );
  }
  return agrees;
}

function checkTotal(
  { sale, lines, totals }: PricedSale,
  { amount, total }: PricedPerception,
  report: Report,
): void {
  if (sale.currency !== 'PEN' && sale.perception?.total === undefined) {
    report.fault(
      ['perception', 'total'],
      'Indica en soles el total con la percepción: la venta es en otra moneda.',
      '3310',
    );
  } else if (sale.currency !== 'PEN' && total - amount <= totals.payable) {
    report.fault(
      ['perception', 'total'],
      `El total con la percepción va en soles y ${centsText(total)} no supera el importe en ` +
        `${sale.currency}: conviértelo al tipo de cambio del día.`,
    );
  } else if (
    sale.perception?.total !== undefined &&
    differs(toCents(sale.perception.total), total, lines)
  ) {
    report.fault(
      ['perception', 'total'],
      `El total con IGV y con la percepción debería ser ${centsText(total)} y llegó ` +
        `${centsText(toCents(sale.perception.total))}.`,
    );
  }
}

/**
 * Beyond what a till misses that rounds each line by itself: SUNAT's tolerance of S/ 1.00 would let
 * a contradiction pass.
 */
function differs(a: Cents, b: Cents, { length }: readonly unknown[]): boolean {
  const slack = 1n + BigInt(length);
  return a - b > slack || b - a > slack;
}
