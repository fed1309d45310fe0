/** Checks a typed exchange rate, what one unit costs in soles: a slip judges the sales of a day. */
import { addDays } from '@rafaga/fiscal';

/** Neither a dollar nor a euro has been beyond these in decades: it is a slip of the point. */
export const isExchangeRate = (text: string): boolean => /^[2-9](\.\d{1,6})?$/.test(text);

/** Sales of a day after tomorrow are not issued yet. */
export const isExchangeRateDay = (day: string, today: string): boolean => day <= addDays(today, 1);

/** A rate that differs by more than a fifth from the last one needs a confirmation. */
export const isFarRate = (soles: string, last: string): boolean =>
  Math.abs(Number(soles) / Number(last) - 1) > 0.2;
