/**
 * Checks the numbers and dates of a request, for both the Joi schemas and the fast predicates, so
 * that they cannot differ.
 */

const LIMIT = 1e12;

/** More than zero after rounding to ten decimals. */
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && value >= 5e-11 && value < LIMIT;

export const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < LIMIT;

/** What binary floating point leaves in a till's sums: 0.1 * 3 is 0.30000000000000004. */
const NOISE = 1e-7;

/** Zero or more, with two decimals at most but for noise: rounding to céntimos keeps it. */
export const isAmount = (value: unknown): value is number =>
  isPrice(value) && Math.abs(Math.round(value * 100) / 100 - value) < NOISE;

export const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;

export const isFactor = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

/** Not negative, and a number that JSON can hold. */
export const isTotal = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < Infinity;

const DATE = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** A date YYYY-MM-DD that exists. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const day = Number(value.slice(8));
  return day <= 28 || day <= daysOf(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
}

const daysOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
