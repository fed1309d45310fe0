/** Checks the kind of operation (catalogue 51) and what it requires of the document. */
import { isExport, operationRow } from '../catalogues/operations.js';
import type { PricedSale } from '../priced.js';
import type { Report, Rule } from './rule.js';

/** Product codes that a natural person may deduct: mortgages, medical services (rule 3181). */
const DEDUCTIBLE = ['84121901', '80131501'];

export const operationRules: Rule = (priced, _context, report) => {
  const { sale } = priced;
  const row = operationRow(sale.operation);
  if (row === undefined || !row.kinds.includes(sale.kind)) {
    report.fault(
      ['operation'],
      `El tipo de operación ${sale.operation} no existe para una ${sale.kind}.`,
      '3206',
    );
    return;
  }
  if (row.needs !== undefined) {
    report.fault(
      ['operation'],
      `El tipo de operación ${sale.operation} exige ${row.needs.what}, que esta interfaz ` +
        'no recibe.',
      row.needs.rule,
    );
  }
  if (
    sale.operation === '0112' &&
    !sale.lines.some((line) => DEDUCTIBLE.includes(line.sunatCode ?? ''))
  ) {
    report.fault(
      ['operation'],
      'Para sustentar gastos de persona natural una línea debe tener el código de producto ' +
        'SUNAT 84121901 u 80131501.',
      '3181',
    );
  }
  if (isExport(sale.operation)) checkExport(priced, report);
  else announceExportedLine(priced, report);
  if (sale.operation === '2002' && !sale.allowances.some((allowance) => allowance.code === '63')) {
    report.fault(
      ['allowances'],
      'La operación 2002 exige la retención de renta de segunda categoría (código 63).',
      '3316',
    );
  }
  checkSingleRate(priced, report);
};

/** Rules 2642 and 3107: every line of an export has affectation 40 and no ISC. */
function checkExport({ sale, lines }: PricedSale, report: Report): void {
  for (const [i, { line, isc }] of lines.entries()) {
    if (line.affectation !== '40') {
      report.fault(
        ['lines', i, 'affectation'],
        `En una exportación (${sale.operation}) toda línea debe tener afectación 40.`,
        '2642',
      );
    }
    if (isc !== undefined)
      report.fault(
        ['lines', i, 'isc'],
        'Una exportación no lleva ISC: quítalo de la línea.',
        '3107',
      );
  }
}

/** No rule of SUNAT forbids it, but such a line pays no IGV. */
function announceExportedLine({ sale, lines }: PricedSale, report: Report): void {
  for (const [i, { igv, isc }] of lines.entries())
    if (igv.tax === '9995' && isc !== undefined)
      report.fault(
        ['lines', i, 'isc'],
        'Una línea con la afectación 40 (exportación) no lleva ISC: quítalo.',
        '3223',
      );
  const at = sale.lines.findIndex((line) => line.affectation === '40');
  if (at < 0) return;
  report.warn(
    ['lines', at, 'affectation'],
    `La línea ${at + 1} lleva la afectación 40 (exportación) en una operación ` +
      `${sale.operation}, que no es exportación, y no paga IGV: usa 10, 20 o 30, o una ` +
      'operación 02xx.',
    'exportacion_interna',
  );
}

/** Rule 3462: all lines with IGV, gifts included, have the same rate. */
function checkSingleRate({ sale, lines }: PricedSale, report: Report): void {
  if (sale.operation === '0113') return;
  const bears = (affectation: string) => affectation >= '10' && affectation <= '16';
  const first = lines.find(({ line }) => bears(line.affectation));
  const other = lines.findIndex(
    ({ line, igv }) => bears(line.affectation) && igv.percent !== first?.igv.percent,
  );
  if (other >= 0)
    report.fault(
      ['lines', other, 'igvPercent'],
      'Todas las líneas gravadas deben tener la misma tasa de IGV.',
      '3462',
    );
}
