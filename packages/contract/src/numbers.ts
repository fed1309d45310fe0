/**
 * Which numbers and dates the wire takes: shared by the Joi schemas and the quick predicate, so
 * that they cannot differ.
 */

const LIMIT = 1e12;

/** More than zero even when rounded to ten decimals. */
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && value >= 5e-11 && value < LIMIT;

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < LIMIT;

/**
 * Zero or more, at most two decimals. Dividing the céntimos again gives the same double only when
 * there were no more.
 */
export const isAmount = (value: unknown): value is number =>
  isPrice(value) && Math.round(value * 100) / 100 === value;

export const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;

export const isFactor = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

/** Not negative, and a number that JSON can hold. */
export const isTotal = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Infinity;

const DATE = /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** YYYY-MM-DD, and a day that the calendar has. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const day = Number(value.slice(8));
  return day <= 28 || day <= daysOf(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
}

const daysOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
