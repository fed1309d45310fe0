/** Exact amounts as bigint, in céntimos or scaled by 10^10; every rounding is half up. */
import type { Cents, Scaled } from './priced.js';
import type { Decimal } from './sale.js';

/** 1 as a `Scaled`. */
export const ONE: Scaled = 10_000_000_000n;
/** One céntimo as a `Scaled`. */
export const CENT: Scaled = 100_000_000n;

/** The largest amount of the XML: twelve digits and two decimals. */
const LARGEST: Cents = 99_999_999_999_999n;

const PLACES = 10;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/**
 * Reads a decimal text, rounded half up to ten places.
 * @throws RangeError for a text that is not a decimal number
 */
export function toScaled(text: Decimal): Scaled {
  return scaledBy(text, PLACES);
}

/**
 * Reads an amount, rounded half up to two places.
 * @throws RangeError for a text that is not a decimal number
 */
export function toCents(text: Decimal): Cents {
  return scaledBy(text, 2);
}

function scaledBy(text: Decimal, places: number): bigint {
  if (!DECIMAL.test(text)) throw new RangeError(`Not a decimal text: ${text.slice(0, 40)}`);
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text + '0'.repeat(places));
  const fraction = text.slice(point + 1);
  const kept = BigInt(text.slice(0, point) + fraction.slice(0, places).padEnd(places, '0'));
  return fraction.length > places && fraction.charCodeAt(places) >= 53 ? kept + 1n : kept;
}

/** 11800n as '118.00'; a negative amount keeps its sign. */
export function centsText(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 125000000000n as '12.5': no trailing zeros, no point without digits behind it. */
export function scaledText(value: Scaled): string {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0');
  const whole = digits.slice(0, -PLACES);
  let end = PLACES;
  while (end > 0 && digits.charCodeAt(whole.length + end - 1) === 48) end -= 1;
  const text = end === 0 ? whole : `${whole}.${digits.slice(whole.length, whole.length + end)}`;
  return value < 0n ? `-${text}` : text;
}

/** Divides, rounding half away from zero; `b` is positive. */
export function divide(a: bigint, b: bigint): bigint {
  return a < 0n ? -divide(-a, b) : (a + (b >> 1n)) / b;
}

/** Price times quantity, in céntimos. */
export function times(price: Scaled, quantity: Scaled): Cents {
  return divide(price * quantity, ONE * CENT);
}

/** A part of an amount: `factor` 0.18 of 10000n is 1800n. */
export function part(amount: Cents, factor: Scaled): Cents {
  return divide(amount * factor, ONE);
}

/** Rounds to fewer decimal places: 0.1234567 with 5 is 0.12346. */
export function roundTo(value: Scaled, places: number): Scaled {
  const unit = 10n ** BigInt(PLACES - places);
  return divide(value, unit) * unit;
}

/** Converts céntimos to a scaled number. */
export function scaledOf(cents: Cents): Scaled {
  return cents * CENT;
}

/** Whether one of the amounts has more digits than the XML may. */
export const exceedsXml = (...amounts: Cents[]): boolean => amounts.some((one) => one > LARGEST);

/** Adds one amount of every row. */
export function sum<T>(rows: readonly T[], amount: (row: T) => bigint): bigint {
  let total = 0n;
  for (const row of rows) total += amount(row);
  return total;
}
