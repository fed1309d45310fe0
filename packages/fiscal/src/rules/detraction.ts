/** Checks the detracción: the operations that require it, its goods and its deposit. */
import { TOLERANCE } from '../allowances.js';
import { detractionGoodsFrom, isDetractionGoods } from '../catalogues/detractions.js';
import { PAYMENT_MEANS } from '../catalogues/means.js';
import { operationRow } from '../catalogues/operations.js';
import { centsText, divide, ONE, toCents, toScaled } from '../money.js';
import type { Cents, PricedSale } from '../priced.js';
import type { Detraction } from '../sale.js';
import type { Report, Rule } from './rule.js';

/** In céntimos. */
const WHOLE_SOL = 100n;

export const detractionRules: Rule = (priced, _context, report) => {
  const { sale } = priced;
  const bound = operationRow(sale.operation)?.detraction;
  if (sale.detraction === undefined) {
    if (bound !== undefined)
      report.fault(
        ['detraction'],
        `El tipo de operación ${sale.operation} requiere los datos de la detracción.`,
        '3127',
      );
    return;
  }
  const { goods, means } = sale.detraction;
  if (bound === undefined)
    report.fault(
      ['operation'],
      'Una detracción requiere un tipo de operación de 1001 a 1004.',
      '3128',
    );
  if (sale.perception !== undefined)
    report.fault(
      ['perception'],
      'Una venta no puede llevar detracción y percepción a la vez: quita una de las dos.',
      '3308',
    );
  if (!isDetractionGoods(goods, sale.issueDate)) {
    const from = detractionGoodsFrom(goods, sale.issueDate);
    const text =
      from === undefined
        ? `El código ${goods} no está en el catálogo 54 de SUNAT (bienes y servicios sujetos a ` +
          'detracción).'
        : `El código ${goods} del catálogo 54 de SUNAT rige desde el ${from}.`;
    report.fault(['detraction', 'goods'], text, '3033');
  } else if (bound?.goods !== undefined && bound.goods !== goods) {
    report.fault(
      ['detraction', 'goods'],
      `El tipo de operación ${sale.operation} requiere el código ${bound.goods}.`,
      '3129',
    );
  }
  if (!Object.hasOwn(PAYMENT_MEANS, means)) {
    report.fault(
      ['detraction', 'means'],
      `El medio de pago ${means} no está en el catálogo 59 de SUNAT.`,
      '3174',
    );
  }
  checkDeposit(priced, sale.detraction, report);
};

/**
 * The deposit is in soles: whole ones, as the bank takes them, or to the céntimo but for what a
 * till misses that rounds each line. The law converts a sale in another currency at SUNAT's rate of
 * the day, which is not known here: in soles it is more than the percent in that currency.
 */
function checkDeposit(
  { sale, lines, totals }: PricedSale,
  { amount, percent }: Detraction,
  report: Report,
): void {
  const at = ['detraction', 'amount'];
  const slack = 1n + BigInt(lines.length);
  const deposited = toCents(amount);
  const dueOf = (base: Cents) => divide(base * toScaled(percent), 100n * ONE);
  const due = dueOf(totals.payable);
  if (toScaled(percent) === 0n)
    report.fault(
      ['detraction', 'percent'],
      'El porcentaje de la detracción debe ser mayor que cero: si no corresponde, quita la ' +
        'detracción.',
    );
  else if (deposited === 0n)
    report.fault(at, 'El monto de la detracción debe ser mayor que cero.', '3037');
  else if (sale.currency !== 'PEN') {
    if (deposited > due) return;
    report.fault(
      at,
      `El monto de la detracción va en soles y ${centsText(deposited)} no supera el ${percent} % ` +
        `del importe en ${sale.currency}: conviértelo al tipo de cambio del día.`,
    );
  } else {
    const most = deposited % WHOLE_SOL === 0n ? TOLERANCE : slack;
    const expected = [due, dueOf(totals.payable + totals.prepaid)];
    if (expected.some((one) => deposited - one <= most && one - deposited <= most)) return;
    const text =
      `El monto de la detracción no es el ${percent} % del importe total, con IGV: debería ser ` +
      `${centsText(due)} y llegó ${centsText(deposited)}.`;
    for (const field of ['amount', 'percent']) report.fault(['detraction', field], text);
  }
}
