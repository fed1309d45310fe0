/**
 * Checks a typed exchange rate (the price of one unit in soles), because a slip would affect all
 * sales of a day.
 */
import { addDays } from '@rafaga/fiscal';

/**
 * Rates outside this range are a misplaced decimal point: neither the dollar nor the euro has been
 * there in decades.
 */
export const isExchangeRate = (text: string): boolean => /^[2-9](\.\d{1,6})?$/.test(text);

/** Later days are refused: their sales are not issued yet. */
export const isExchangeRateDay = (day: string, today: string): boolean => day <= addDays(today, 1);

/** A rate that differs by more than a fifth from the last one needs a confirmation. */
export const isFarRate = (soles: string, last: string): boolean =>
  Math.abs(Number(soles) / Number(last) - 1) > 0.2;
