/** Checks the payment of a sale: a cash sale has no instalments, a credit sale valid ones. */
import { TOLERANCE } from '../allowances.js';
import { centsText, sum, toCents } from '../money.js';
import { depositRounding, netPayable } from '../pending.js';
import type { PricedSale } from '../priced.js';
import type { Report, Rule } from './rule.js';

const DUE = { factura: 'debe ser posterior', boleta: 'no puede ser anterior' } as const;

export const paymentRules: Rule = (priced, _context, report) => {
  const { sale, totals } = priced;
  if (sale.payment === 'cash') {
    if (sale.instalments.length > 0)
      report.fault(['instalments'], 'Las cuotas requieren la forma de pago Credito.', '3252');
    return;
  }
  if (sale.instalments.length === 0) {
    report.fault(
      ['instalments'],
      'Las cuotas son obligatorias cuando la forma de pago es Crédito.',
      '3249',
    );
    return;
  }
  if (sale.instalments.length > 999)
    report.fault(['instalments'], 'Una venta admite hasta 999 cuotas.', '3246');
  for (const [i, { amount, dueDate }] of sale.instalments.entries()) {
    // SUNAT reads the instalments of facturas only
    if (sale.kind === 'factura' ? dueDate <= sale.issueDate : dueDate < sale.issueDate) {
      report.fault(
        ['instalments', i, 'dueDate'],
        `La fecha de pago de la cuota ${DUE[sale.kind]} a la fecha de emisión.`,
        '3267',
      );
    }
    if (toCents(amount) > totals.payable)
      report.fault(
        ['instalments', i, 'amount'],
        `La cuota, ${centsText(toCents(amount))}, supera el importe total, con IGV: ` +
          `${centsText(totals.payable)}.`,
        '3266',
      );
  }
  checkPending(priced, report);
};

/**
 * Rules 3265 and 3319: the instalments add up to the net pending amount. Their sum may be smaller
 * by what the client has already paid (`payments`) and by SUNAT's tolerance, because thirds of an
 * amount rarely add up to it; it may not be larger, but for the rounding of a detracción.
 */
function checkPending(priced: PricedSale, report: Report): void {
  const instalments = priced.pending ?? 0n;
  const net = netPayable(priced);
  const slack = depositRounding(priced);
  const atOnce = sum(priced.sale.payments, (payment) => toCents(payment.amount));
  const text =
    `Las cuotas suman ${centsText(instalments)} y el monto neto pendiente de pago es ` +
    `${centsText(net - atOnce > 0n ? net - atOnce : net)}.`;
  const short = net - atOnce - instalments;
  const isLarge = priced.sale.instalments.some(
    ({ amount }) => toCents(amount) > priced.totals.payable,
  );
  if (isLarge) return; // rule 3266 reports it
  if (instalments > net + slack) report.fault(['instalments'], text, '3265');
  else if (short > TOLERANCE)
    report.fault(
      ['instalments'],
      `${text} Faltan ${centsText(short)}: si el cliente ya los pagó, envíalos en pagos.`,
      '3319',
    );
  else if (short > slack)
    report.warn(
      ['instalments'],
      `${text} Faltan ${centsText(short)}: el comprobante lleva como pendiente la suma de las ` +
        'cuotas.',
      'cuotas_incompletas',
    );
}
