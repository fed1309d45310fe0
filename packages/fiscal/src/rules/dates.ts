/** Checks the issue date and the due date, with the calendar of Lima. */
import { lastDay } from '../catalogues/deadlines.js';
import type { Rule } from './rule.js';

export const dateRules: Rule = ({ sale }, { today }, report) => {
  if (sale.issueDate > today) {
    report.fault(
      ['issueDate'],
      `La fecha de emisión no puede ser futura: hoy es ${today} en Lima.`,
      '2329',
    );
  } else if (lastDay(sale.kind, sale.issueDate) < today) {
    const code = sale.kind === 'factura' ? '2108' : '1079';
    report.fault(
      ['issueDate'],
      'La fecha de emisión está fuera del plazo de envío, que venció el ' +
        `${lastDay(sale.kind, sale.issueDate)}.`,
      code,
    );
  }
  if (sale.dueDate !== undefined && sale.dueDate < sale.issueDate) {
    report.fault(
      ['dueDate'],
      'La fecha de vencimiento no puede ser anterior a la fecha de emisión.',
    );
  }
};
