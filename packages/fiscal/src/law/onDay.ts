/** The same sale on another day: what falls due later keeps its distance from the issue date. */
import { addDays, daysBetween } from '../calendar.js';
import type { DateText, Sale } from '../sale.js';

export function onDay(sale: Sale, day: DateText): Sale {
  const shift = daysBetween(sale.issueDate, day);
  return {
    ...sale,
    issueDate: day,
    ...(sale.dueDate === undefined ? {} : { dueDate: addDays(sale.dueDate, shift) }),
    instalments: sale.instalments.map((each) => ({
      ...each,
      dueDate: addDays(each.dueDate, shift),
    })),
  };
}
