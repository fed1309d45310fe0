/** How a sale is paid: cash, or credit with its instalments. */
import { TOLERANCE } from '../allowances.js';
import { centsText, sum, toCents } from '../money.js';
import { netPayable } from '../pending.js';
import type { PricedSale } from '../priced.js';
import type { Report, Rule } from './rule.js';

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
        'La fecha de pago de la cuota debe ser posterior a la fecha de emisión.',
        '3267',
      );
    }
    if (toCents(amount) > totals.payable)
      report.fault(['instalments', i, 'amount'], 'La cuota supera el importe total.', '3266');
  }
  pending(priced, report);
};

/**
 * Rules 3265 and 3319: the instalments are the net pending amount. They may be short of it by what
 * was received at once (`payments`), and by the tolerance that SUNAT gives to amounts, since
 * thirds seldom add up; never above it.
 */
function pending(priced: PricedSale, report: Report): void {
  const instalments = priced.pending ?? 0n;
  const net = netPayable(priced);
  const atOnce = sum(priced.sale.payments, (payment) => toCents(payment.amount));
  const text =
    `Las cuotas suman ${centsText(instalments)} y el monto neto pendiente de pago es ` +
    `${centsText(net - atOnce > 0n ? net - atOnce : net)}.`;
  if (instalments > net) report.fault(['instalments'], text, '3265');
  else if (instalments + atOnce + TOLERANCE < net) report.fault(['instalments'], text, '3319');
}
