/** The same sale on another day: what falls due later keeps its distance from the issue date. */
import { addDays, daysBetween } from '../calendar.js';
import type { DateText, Sale } from '../sale.js';

/** What a date may be at most: a till sends it where nothing falls due. */
const LAST_DAY = '9999-12-31';

export function onDay(sale: Sale, day: DateText): Sale {
  const shift = daysBetween(sale.issueDate, day);
  const shifted = (date: DateText) => addDays(date, Math.min(shift, daysBetween(date, LAST_DAY)));
  return {
    ...sale,
    issueDate: day,
    ...(sale.dueDate === undefined ? {} : { dueDate: shifted(sale.dueDate) }),
    instalments: sale.instalments.map((each) => ({
      ...each,
      dueDate: shifted(each.dueDate),
    })),
  };
}
