/** Checks the affectation of a line and the rate of its IGV or IVAP. */
import { affectation } from '../catalogues/affectations.js';
import { disputedRates, rateDays, riceRate } from '../catalogues/rates.js';
import { scaledText, toScaled } from '../money.js';
import type { PricedSale, Scaled } from '../priced.js';
import type { LineCheck } from './lineCheck.js';
import type { Report } from './rule.js';

/** @param rates of the IGV on the day of the sale */
export function checkAffectation(
  checked: LineCheck,
  rates: readonly Scaled[],
  exonerationAllowed: boolean,
): void {
  const { line } = checked.priced;
  const { at, report } = checked;
  const row = affectation(line.affectation);
  if (row === undefined) {
    report.fault(
      at('affectation'),
      `La afectación ${line.affectation} no está en el catálogo 07 de SUNAT.`,
      '2040',
    );
    return;
  }
  if ((line.affectation === '20' || line.affectation === '21') && !exonerationAllowed)
    report.fault(
      at('affectation'),
      'La empresa no tiene habilitada la venta exonerada del IGV: actívala en el panel.',
    );
  if (row.rate === 'igv') checkIgvRate(checked, rates);
  if (row.rate === 'ivap') checkIvapRate(checked);
}

function checkIgvRate(
  { priced: { igv, priceType }, sale, at, report }: LineCheck,
  rates: readonly Scaled[],
): void {
  // a day before the first rate is too long ago, which another rule reports
  if (rates.length === 0 || rates.includes(igv.percent)) return;
  // rule 2993 exempts the NRUS, but not its gifts
  if (sale.operation === '0113' && igv.percent === 0n && priceType === '01') return;
  const allowed = rates
    .map(scaledText)
    .join(', ')
    .replace(/, ([^,]*)$/, ' o $1');
  report.fault(
    at('igvPercent'),
    `La tasa de IGV de una línea gravada debe ser ${allowed} y llegó ` +
      `${scaledText(igv.percent)}.${otherDays(igv.percent)}`,
    sale.kind === 'factura' ? '3291' : '4290',
  );
}

function checkIvapRate({ priced, sale, at, report }: LineCheck): void {
  const { igvPercent } = priced.line;
  const rate = riceRate(sale.issueDate);
  if (igvPercent === undefined || toScaled(igvPercent) === rate) return;
  report.fault(
    at('igvPercent'),
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
export function announceDisputedRate({ sale, lines }: PricedSale, report: Report): void {
  const disputed = disputedRates(sale.issueDate);
  const at = lines.findIndex(
    ({ line, igv }) =>
      affectation(line.affectation)?.rate === 'igv' && disputed.includes(igv.percent),
  );
  if (at < 0) return;
  report.warn(
    ['lines', at, 'igvPercent'],
    `Las fuentes no concuerdan sobre la tasa especial de esta fecha (${disputed
      .map(scaledText)
      .join(' o ')}): se envía la que indicaste, y SUNAT decide.`,
    '3462',
  );
}
