/** Announces payments at the till that cannot be: they are printed, but SUNAT never reads them. */
import { CURRENCY } from '../catalogues/currencies.js';
import { centsText, sum, toCents } from '../money.js';
import { netPayable } from '../pending.js';
import type { Cents, PricedSale } from '../priced.js';
import type { Report, Rule } from './rule.js';

/** Cash is rounded to the coins in use: S/ 0.10. */
const COIN: Cents = 10n;

export const tillRules: Rule = (priced, _context, report) => {
  const { sale, totals, perception } = priced;
  if (sale.payments.length === 0) return;
  checkChange(priced, report);
  const paid = sum(sale.payments, ({ amount }) => toCents(amount));
  const most = perception && sale.currency === 'PEN' ? perception.total : totals.payable;
  const least = sale.payment === 'credit' ? 0n : netPayable(priced);
  const due = centsText(most);
  const later = priced.pending ?? 0n;
  if (paid > most + COIN)
    report.warn(
      ['payments'],
      `Los pagos suman ${centsText(paid)} y el importe por cobrar es ${due}: sobran ` +
        `${centsText(paid - most)}. El vuelto va en monto_recibido, no en monto.`,
      'pagos_distintos',
    );
  else if (paid + later > most + COIN)
    report.warn(
      ['payments'],
      `Los pagos suman ${centsText(paid)} y las cuotas ${centsText(later)}, y el importe ` +
        `por cobrar es ${due}: lo que ya se pagó no va en las cuotas.`,
      'pagos_distintos',
    );
  else if (paid + COIN < least)
    report.warn(
      ['payments'],
      `Los pagos suman ${centsText(paid)} y el importe por cobrar es ${centsText(least)}: ` +
        `faltan ${centsText(least - paid)}.`,
      'pagos_distintos',
    );
};

function checkChange({ sale }: PricedSale, report: Report): void {
  for (const [i, { amount, received }] of sale.payments.entries()) {
    const change = received === undefined ? 0n : toCents(received) - toCents(amount);
    const at = ['payments', i, 'received'];
    if (received === undefined || received === '0') continue;
    if (change < 0n)
      report.warn(
        at,
        `Se recibió ${centsText(toCents(received))} y el pago es de ` +
          `${centsText(toCents(amount))}: lo recibido no puede ser menos.`,
        'pagos_distintos',
      );
    // change of as much as the largest banknote means that one was handed over for nothing
    else if (change >= CURRENCY[sale.currency].note)
      report.warn(
        at,
        `El vuelto sería ${centsText(change)}, más que el billete de mayor valor: revisa lo ` +
          'recibido.',
        'pagos_distintos',
      );
  }
}
